/* A library of the MPI's name, in a folder that the launcher puts before the MPI's. It defines
   nothing: it needs libcloseranks and, behind it, the MPI itself (cmake/CloseranksFront.cmake). A
   lookup of a function in it finds the function in the first of the two that has it
   (docs/explanation/loading.md). */
extern const int closeranks_front; /* ISO C requires a declaration */
