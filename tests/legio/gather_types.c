/* Legio, without any failure: Gather with strided types, and with null types at the non-roots. */
#include "check.h"

int main(int argc, char **argv) {
    enum { length = 6 };
    static long matrix[length][64];
    long mine[2 * length];
    MPI_Datatype strided = MPI_DATATYPE_NULL;
    MPI_Datatype vector = MPI_DATATYPE_NULL;
    MPI_Datatype column = MPI_DATATYPE_NULL;
    start(&argc, &argv);
    const int root = world_size - 1;
    for (int i = 0; i < 2 * length; i++)
        mine[i] = i % 2 ? -9 : world_rank * 100 + i / 2;
    memset(matrix, -1, sizeof matrix);
    MPI_Type_vector(length, 1, 2, MPI_LONG, &strided);
    MPI_Type_commit(&strided);
    MPI_Type_vector(length, 1, 64, MPI_LONG, &vector);
    MPI_Type_create_resized(vector, 0, sizeof(long), &column);
    MPI_Type_commit(&column);
    /* Each rank's values become a column of the root's matrix. */
    if (world_rank == root)
        MPI_Gather(mine, 1, strided, matrix, 1, column, root, MPI_COMM_WORLD);
    else
        MPI_Gather(mine, 1, strided, NULL, 0, MPI_DATATYPE_NULL, root, MPI_COMM_WORLD);
    for (int rank = 0; world_rank == root && rank < 64; rank++)
        for (int i = 0; i < length; i++)
            CHECK(matrix[i][rank] == (rank < world_size ? rank * 100 + i : -1),
                  "row %d, column %d is %ld", i, rank, matrix[i][rank]);

    /* And back again. */
    long back[2 * length];
    memset(back, -1, sizeof back);
    if (world_rank == root)
        MPI_Scatter(matrix, 1, column, back, 1, strided, root, MPI_COMM_WORLD);
    else
        MPI_Scatter(NULL, 0, MPI_DATATYPE_NULL, back, 1, strided, root, MPI_COMM_WORLD);
    for (int i = 0; i < 2 * length; i++)
        CHECK(back[i] == (i % 2 ? -1 : world_rank * 100 + i / 2), "element %d is %ld", i, back[i]);
    MPI_Type_free(&strided);
    MPI_Type_free(&vector);
    MPI_Type_free(&column);
    return finish("gather_types");
}
