/* The calls of the C library that the JVM and SQLite make; what is not watched goes straight to the system. */
#define _GNU_SOURCE
#include "watch.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

static mode_t mode_in(int flags, va_list arguments) {
    return (flags & (O_CREAT | O_TMPFILE)) ? va_arg(arguments, mode_t) : 0;
}

#define OPENS(name, directory, first)                                                                                  \
    int name(first const char *path, int flags, ...) {                                                                 \
        va_list arguments;                                                                                             \
        va_start(arguments, flags);                                                                                    \
        mode_t mode = mode_in(flags, arguments);                                                                       \
        va_end(arguments);                                                                                             \
        return watched_open(directory, path, flags, mode);                                                             \
    }
#define AT_DIRECTORY int directory,
#define NO_DIRECTORY
OPENS(open, AT_FDCWD, NO_DIRECTORY)
OPENS(open64, AT_FDCWD, NO_DIRECTORY)
OPENS(openat, directory, AT_DIRECTORY)
OPENS(openat64, directory, AT_DIRECTORY)

int __open_2(const char *path, int flags) { return watched_open(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return watched_open(AT_FDCWD, path, flags, 0); }
int creat(const char *path, mode_t mode) { return watched_open(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return creat(path, mode); }

ssize_t write(int fd, const void *data, size_t length) {
    const char *path = path_of(fd);
    return path ? watched_write(fd, path, data, length, 0, 0) : syscall(SYS_write, fd, data, length);
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t at) {
    const char *path = path_of(fd);
    return path ? watched_write(fd, path, data, length, at, 1) : syscall(SYS_pwrite64, fd, data, length, at);
}
ssize_t pwrite(int fd, const void *data, size_t length, off_t at) { return pwrite64(fd, data, length, at); }

ssize_t read(int fd, void *data, size_t length) {
    const char *path = path_of(fd);
    return path ? watched_read(fd, path, data, length, 0, 0) : syscall(SYS_read, fd, data, length);
}

ssize_t pread64(int fd, void *data, size_t length, off64_t at) {
    const char *path = path_of(fd);
    return path ? watched_read(fd, path, data, length, at, 1) : syscall(SYS_pread64, fd, data, length, at);
}
ssize_t pread(int fd, void *data, size_t length, off_t at) { return pread64(fd, data, length, at); }

int fsync(int fd) {
    const char *path = path_of(fd);
    return path ? watched_sync(fd, path, SYS_fsync) : (int) syscall(SYS_fsync, fd);
}
int fdatasync(int fd) {
    const char *path = path_of(fd);
    return path ? watched_sync(fd, path, SYS_fdatasync) : (int) syscall(SYS_fdatasync, fd);
}

int ftruncate64(int fd, off64_t length) {
    const char *path = path_of(fd);
    return path ? watched_truncate(fd, path, length) : (int) syscall(SYS_ftruncate, fd, length);
}
int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

static int remove_name(const char *path, int flags) {
    return is_watched(path) ? watched_name(UNLINK, path, NULL, 0, flags)
                            : (int) syscall(SYS_unlinkat, AT_FDCWD, path, flags);
}
int unlink(const char *path) { return remove_name(path, 0); }
int rmdir(const char *path) { return remove_name(path, AT_REMOVEDIR); }
int unlinkat(int directory, const char *path, int flags) {
    return path[0] == '/' ? remove_name(path, flags) : (int) syscall(SYS_unlinkat, directory, path, flags);
}
int remove(const char *path) {
    int result = remove_name(path, 0);
    return result != 0 && errno == EISDIR ? remove_name(path, AT_REMOVEDIR) : result;
}

int mkdir(const char *path, mode_t mode) {
    return is_watched(path) ? watched_name(MAKE_DIRECTORY, path, NULL, mode, 0)
                            : (int) syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

int rename(const char *from, const char *to) {
    return is_watched(from) || is_watched(to) ? watched_name(RENAME, from, to, 0, 0)
                                              : (int) syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int close(int fd) {
    char *path = (char *) path_of(fd);
    return path ? watched_close(fd, path) : (int) syscall(SYS_close, fd);
}

/* Closes its descriptor inside the C library, where no call of ours comes by. */
int closedir(DIR *directory) {
    static int (*real)(DIR *);
    if (!real) {
        real = (int (*)(DIR *)) dlsym(RTLD_NEXT, "closedir");
    }
    forget(dirfd(directory));
    return real(directory);
}
