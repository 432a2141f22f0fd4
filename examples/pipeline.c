/* A pipeline over files: an ordinary MPI program. Nothing in it knows of closeranks.
 *
 * It writes a copy of a text in capital letters, block by block. In each round every live rank
 * takes one block that is not written yet; then all ranks exchange the numbers of the blocks that
 * they have written. A block has its place in the file, so a second writer writes the same. The
 * block of a dead rank stays unwritten, and another rank takes it in the next round: nothing is
 * lost.
 *
 * usage: pipeline input output [bytes in a block]
 */
#include <ctype.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void fail(const char *what) {
    fprintf(stderr, "pipeline: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static MPI_File opened(const char *name, int mode) {
    MPI_File file;
    if (MPI_File_open(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &file) != MPI_SUCCESS) fail(name);
    return file;
}

/* The number of live ranks below this one. The places of lost ranks stay 0. */
static int place_among_the_living(int rank, int size) {
    int *here = calloc((size_t)size, sizeof *here), mine = 1, place = 0;
    MPI_Allgather(&mine, 1, MPI_INT, here, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < rank; ++i)
        place += here[i];
    free(here);
    return place;
}

/* The block that is number `place` of those that are not written, or `blocks`. */
static int choose(const signed char written[], int blocks, int place) {
    int block = 0;
    for (; block < blocks; ++block)
        if (!written[block] && place-- == 0) break;
    return block;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc < 3) fail("usage: pipeline input output [bytes in a block]");
    int bytes = argc > 3 ? atoi(argv[3]) : 4096;

    MPI_File input = opened(argv[1], MPI_MODE_RDONLY);
    MPI_File output = opened(argv[2], MPI_MODE_WRONLY | MPI_MODE_CREATE);
    MPI_Offset length;
    MPI_File_get_size(input, &length);
    MPI_File_set_size(output, length);
    int blocks = (int)((length + bytes - 1) / bytes);
    char *text = malloc((size_t)bytes);
    signed char *mine = calloc((size_t)blocks + 1, 1);
    signed char *written = calloc((size_t)blocks + 1, 1); /* by any rank; the same at all ranks */

    int rounds = 0;
    for (; choose(written, blocks, 0) < blocks; ++rounds) {
        int block = choose(written, blocks, place_among_the_living(rank, size)), count = 0;
        MPI_Offset from = (MPI_Offset)block * bytes;
        if (block < blocks) {
            MPI_Status status;
            MPI_File_read_at(input, from, text, bytes, MPI_CHAR, &status);
            MPI_Get_count(&status, MPI_CHAR, &count);
            for (int i = 0; i < count; ++i)
                text[i] = (char)toupper((unsigned char)text[i]);
        }
        int error = MPI_File_write_at_all(output, from, text, count, MPI_CHAR, MPI_STATUS_IGNORE);
        if (error != MPI_SUCCESS) fail(argv[2]);
        mine[block] = 1;
        MPI_Allreduce(mine, written, blocks, MPI_SIGNED_CHAR, MPI_MAX, MPI_COMM_WORLD);
    }
    if (place_among_the_living(rank, size) == 0)
        printf("blocks %d of %d, in %d rounds\n", blocks, blocks, rounds);

    free(text), free(mine), free(written);
    MPI_File_close(&input);
    MPI_File_close(&output);
    MPI_Finalize();
    return 0;
}
