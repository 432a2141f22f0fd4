# A pool of workers with Rmpi and snow, which survives its workers: lost jobs are dealt again.
#
#     closeranks --policy '*/stall=error' -n 5 Rscript pool.R        all but rank 0 are workers
#     closeranks --policy '*/stall=error' -n 1 Rscript pool.R 4      the master spawns 4 workers

suppressMessages({
    library(Rmpi)
    library(snow)
})

# As clusterApplyLB. `fun` has no other way to know of the program than its argument.
deal <- function(cl, jobs, fun) {
    values <- vector("list", length(jobs))
    waiting <- seq_along(jobs)
    idle <- seq_along(cl)
    dealt <- integer(0)  # job, by worker
    while (length(waiting) > 0 || length(dealt) > 0) {
        while (length(waiting) > 0 && length(idle) > 0) {
            snow::sendCall(cl[[idle[1]]], fun, list(jobs[[waiting[1]]]), tag = waiting[1])
            dealt[as.character(idle[1])] <- waiting[1]
            waiting <- waiting[-1]
            idle <- idle[-1]
        }
        if (length(dealt) == 0) stop("no worker is left")
        result <- tryCatch(snow::recvOneResult(cl), error = identity)
        if (inherits(result, "error")) {
            # Every worker that could still answer has done so: those that have a job are lost.
            message("lost workers: ", paste(names(dealt), collapse = ", "), "; their jobs are dealt again")
            waiting <- c(unname(dealt), waiting)
            dealt <- integer(0)
        } else {
            values[[result$tag]] <- result$value
            dealt <- dealt[names(dealt) != result$node]
            idle <- c(idle, result$node)
        }
    }
    values
}

work <- function(x) {
    Sys.sleep(0.01)
    x^2
}

invisible(mpi.comm.set.errhandler(0))  # errors of MPI become errors of R
if (mpi.comm.rank(0) > 0) {
    snow::sinkWorkerOutput("/dev/null")  # of each job snow prints a line
    snow::workLoop(snow::makeMPImaster(0))
    mpi.quit()
}
count <- commandArgs(trailingOnly = TRUE)
cl <- if (length(count) > 0) makeMPIcluster(as.integer(count[1])) else makeMPIcluster()
values <- deal(cl, as.list(1:100), work)
cat("results", length(values), "sum", sum(unlist(values)), "\n")
stopCluster(cl)
mpi.quit()
