/*
 * The watcher of file operations behind verify/lab/power-cuts, preloaded into a JVM: journals what is done to the files below one
 * directory, in one order, and fails the n-th operation when told to.
 *
 * Each call is done and written down under one lock, so the journal's order is the order of effects. All real work is done
 * by raw system calls, so nothing here can meet itself. Told by the environment: MINTMARK_CUTS_ROOT (the directory),
 * MINTMARK_CUTS_JOURNAL and MINTMARK_CUTS_CONTROL (two files elsewhere; Control.java describes the second).
 */
#define _GNU_SOURCE
#include "watch.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* The same numbers as in Fault. */
/* What lies within one sector is written or is not, as in the images. */
enum { SECTOR = 512 };

enum fault { NONE, IO_ERROR, FULL_DISK, HALF, AFTER };

struct control {
    int32_t journalling, armed, fault, nth, counted, hit;
    int64_t operations;
    int32_t begin_anew, broken;
    char hit_path[256];
};

struct header {
    int32_t kind, error, descriptor, flags, path_length, other_length;
    int64_t offset, length;
};

enum { CREATED = 1, TRUNCATED = 2, DESCRIPTORS_MAX = 65536, CONTROL_BYTES = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct control *control;
static const char *root;
static size_t root_length;
static int journal = -1;
static char *paths[DESCRIPTORS_MAX];
/* After half a write the next one to the same file fails, as it does on a full disk. */
static int cursed = -1;

__attribute__((constructor)) static void begin(void) {
    const char *told = getenv("MINTMARK_CUTS_CONTROL");
    const char *written = getenv("MINTMARK_CUTS_JOURNAL");
    root = getenv("MINTMARK_CUTS_ROOT");
    if (!told || !written || !root) {
        return;
    }
    root_length = strlen(root);
    journal = (int) syscall(SYS_openat, AT_FDCWD, written, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    int file = (int) syscall(SYS_openat, AT_FDCWD, told, O_RDWR | O_CLOEXEC, 0);
    void *mapped = mmap(NULL, CONTROL_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    syscall(SYS_close, file);
    if (journal >= 0 && mapped != MAP_FAILED) {
        control = mapped;
    }
}

/* The index beside a log (-shm) is rebuilt after a crash, so nothing about it matters. */
int is_watched(const char *path) {
    if (!control || !path || strncmp(path, root, root_length) != 0) {
        return 0;
    }
    size_t length = strlen(path);
    int inside = path[root_length] == '/' || path[root_length] == 0;
    return inside && !(length > 4 && strcmp(path + length - 4, "-shm") == 0);
}

const char *path_of(int fd) {
    return control && fd >= 0 && fd < DESCRIPTORS_MAX ? __atomic_load_n(&paths[fd], __ATOMIC_ACQUIRE) : NULL;
}

static void put_down(struct header head, const char *path, const char *other, const void *data) {
    if (!control->journalling) {
        return;
    }
    if (control->begin_anew) {
        if (syscall(SYS_ftruncate, journal, 0) != 0) {
            control->broken = errno;
        }
        control->begin_anew = 0;
    }
    head.path_length = (int32_t) strlen(path);
    head.other_length = other ? (int32_t) strlen(other) : 0;
    size_t bytes = head.kind == WRITE ? (size_t) head.length : 0;
    struct iovec parts[] = {{&head, sizeof head},
                            {(void *) path, (size_t) head.path_length},
                            {(void *) other, (size_t) head.other_length},
                            {(void *) data, bytes}};
    ssize_t whole = (ssize_t) (sizeof head + head.path_length + head.other_length + bytes);
    if (syscall(SYS_writev, journal, parts, 4) != whole) {
        control->broken = EIO;
    }
    __atomic_add_fetch(&control->operations, 1, __ATOMIC_SEQ_CST);
}

void forget(int fd) {
    char *path = (char *) path_of(fd);
    if (path) {
        pthread_mutex_lock(&lock);
        __atomic_store_n(&paths[fd], NULL, __ATOMIC_RELEASE);
        put_down((struct header){.kind = CLOSE, .descriptor = fd}, path, NULL, NULL);
        free(path);
        pthread_mutex_unlock(&lock);
    }
}

static int applies(int fault, enum kind kind, size_t length, int makes_a_name) {
    switch (fault) {
        case IO_ERROR:
            return kind != CLOSE;
        case FULL_DISK:
            return kind == WRITE || kind == MAKE_DIRECTORY || (kind == OPEN && makes_a_name);
        case HALF:
            return kind == WRITE && length > SECTOR;
        case AFTER:
            return kind != READ && (kind != OPEN || makes_a_name);
        default:
            return 0;
    }
}

/* Returns how this operation is to fail; counts those that could. */
static enum fault strike(enum kind kind, int fd, const char *path, size_t length, int makes_a_name) {
    if (!control->armed) {
        return NONE;
    }
    if (kind == WRITE && fd == cursed) {
        cursed = -1;
        return FULL_DISK;
    }
    if (!applies(control->fault, kind, length, makes_a_name) || ++control->counted != control->nth) {
        return NONE;
    }
    control->hit = kind;
    strncpy(control->hit_path, path, sizeof control->hit_path - 1);
    return control->fault;
}

static int fails_before(enum fault fault) {
    if (fault == IO_ERROR || fault == FULL_DISK) {
        errno = fault == IO_ERROR ? EIO : ENOSPC;
        return 1;
    }
    return 0;
}

/* Ends an operation that was done: as it went, or with an error that comes after the effect. */
static ssize_t end(enum fault fault, ssize_t result, int error) {
    pthread_mutex_unlock(&lock);
    errno = fault == AFTER && result >= 0 ? EIO : error;
    return fault == AFTER ? -1 : result;
}

static ssize_t fail(void) {
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return -1;
}

int watched_open(int directory, const char *path, int flags, mode_t mode) {
    if (!is_watched(path)) {
        return (int) syscall(SYS_openat, directory, path, flags, mode);
    }
    pthread_mutex_lock(&lock);
    int creates = (flags & O_CREAT) && syscall(SYS_faccessat, AT_FDCWD, path, F_OK) != 0;
    enum fault fault = strike(OPEN, -1, path, 0, creates);
    if (fails_before(fault)) {
        return (int) fail();
    }
    int fd = (int) syscall(SYS_openat, directory, path, flags, mode);
    int error = errno;
    if (fd >= 0) {
        struct header head = {.kind = OPEN, .descriptor = fd};
        head.flags = (creates ? CREATED : 0) | ((flags & O_TRUNC) ? TRUNCATED : 0);
        put_down(head, path, NULL, NULL);
        if (fault == AFTER) {
            put_down((struct header){.kind = CLOSE, .descriptor = fd}, path, NULL, NULL);
            syscall(SYS_close, fd);
        } else if (fd < DESCRIPTORS_MAX) {
            __atomic_store_n(&paths[fd], strdup(path), __ATOMIC_RELEASE);
        } else {
            control->broken = EMFILE;
        }
    }
    return (int) end(fault, fd, error);
}

ssize_t watched_write(int fd, const char *path, const void *data, size_t length, off_t at, int positioned) {
    pthread_mutex_lock(&lock);
    enum fault fault = strike(WRITE, fd, path, length, 0);
    if (fails_before(fault)) {
        return fail();
    }
    if (fault == HALF) {
        length /= 2;
        cursed = fd;
    }
    if (!positioned) {
        int appends = (fcntl(fd, F_GETFL) & O_APPEND) != 0;
        at = (off_t) syscall(SYS_lseek, fd, 0, appends ? SEEK_END : SEEK_CUR);
    }
    ssize_t done = positioned ? syscall(SYS_pwrite64, fd, data, length, at) : syscall(SYS_write, fd, data, length);
    int error = errno;
    if (done > 0) {
        struct header head = {.kind = WRITE, .descriptor = fd, .offset = at, .length = done};
        put_down(head, path, NULL, data);
    }
    return end(fault, done, error);
}

/* A sync that failed is written down too: what it was to make durable may stay lost for ever. */
int watched_sync(int fd, const char *path, long call) {
    pthread_mutex_lock(&lock);
    enum fault fault = strike(SYNC, fd, path, 0, 0);
    int failed = fails_before(fault);
    int error = failed ? errno : 0;
    long result = failed ? -1 : syscall(call, fd);
    if (!failed && result != 0) {
        error = errno;
    }
    put_down((struct header){.kind = SYNC, .descriptor = fd, .error = error}, path, NULL, NULL);
    return (int) end(fault, result, error);
}

int watched_truncate(int fd, const char *path, off_t length) {
    pthread_mutex_lock(&lock);
    enum fault fault = strike(TRUNCATE, fd, path, 0, 0);
    if (fails_before(fault)) {
        return (int) fail();
    }
    long result = syscall(SYS_ftruncate, fd, length);
    int error = errno;
    if (result == 0) {
        put_down((struct header){.kind = TRUNCATE, .descriptor = fd, .length = length}, path, NULL, NULL);
    }
    return (int) end(fault, result, error);
}

/* What changes a name: unlink, rmdir, mkdir, rename. */
int watched_name(enum kind kind, const char *path, const char *other, mode_t mode, int flags) {
    pthread_mutex_lock(&lock);
    enum fault fault = strike(kind, -1, path, 0, kind == MAKE_DIRECTORY);
    if (fails_before(fault)) {
        return (int) fail();
    }
    long result = kind == UNLINK           ? syscall(SYS_unlinkat, AT_FDCWD, path, flags)
                  : kind == MAKE_DIRECTORY ? syscall(SYS_mkdirat, AT_FDCWD, path, mode)
                                           : syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, other, 0);
    int error = errno;
    if (result == 0) {
        put_down((struct header){.kind = kind}, path, other, NULL);
    }
    return (int) end(result == 0 ? fault : NONE, result, error);
}

int watched_close(int fd, char *path) {
    pthread_mutex_lock(&lock);
    enum fault fault = strike(CLOSE, fd, path, 0, 0);
    cursed = fd == cursed ? -1 : cursed;
    __atomic_store_n(&paths[fd], NULL, __ATOMIC_RELEASE);
    put_down((struct header){.kind = CLOSE, .descriptor = fd}, path, NULL, NULL);
    long result = syscall(SYS_close, fd);
    int error = errno;
    free(path);
    return (int) end(fault, result, error);
}

ssize_t watched_read(int fd, const char *path, void *data, size_t length, off_t at, int positioned) {
    if (control->armed) {
        pthread_mutex_lock(&lock);
        enum fault fault = strike(READ, fd, path, length, 0);
        if (fails_before(fault)) {
            return fail();
        }
        pthread_mutex_unlock(&lock);
    }
    return positioned ? syscall(SYS_pread64, fd, data, length, at) : syscall(SYS_read, fd, data, length);
}
