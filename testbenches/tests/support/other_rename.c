// A file system without atomic rename, for a program that is started with LD_PRELOAD: with
// OTHER_RENAME=refuses a file cannot be replaced, with OTHER_RENAME=gap it is gone for a moment.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int rename(const char* from, const char* to) {
    const char* const kind = getenv("OTHER_RENAME");
    if (kind != NULL && strcmp(kind, "refuses") == 0 && access(to, F_OK) == 0) {
        errno = EEXIST;
        return -1;
    }
    if (kind != NULL && strcmp(kind, "gap") == 0) {
        unlink(to);
        usleep(1000);
    }
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0U);
}
