/* What the calls that a program makes (calls.c) ask of the watcher (watch.c). */
#ifndef WATCH_H
#define WATCH_H

#include <sys/types.h>

/* The same numbers as in Operation.Kind. */
enum kind { NOTHING, OPEN, CLOSE, WRITE, SYNC, TRUNCATE, UNLINK, RENAME, MAKE_DIRECTORY, READ };

#pragma GCC visibility push(hidden)

/* Returns whether a path leads to a watched file. */
int is_watched(const char *path);
/* Returns the path of an open file that is watched, or NULL. */
const char *path_of(int fd);
/* An open file is about to be closed by other means. */
void forget(int fd);

/* Each does what the system call of that name does, writes it down, and fails when its turn has come. */
int watched_open(int directory, const char *path, int flags, mode_t mode);
ssize_t watched_write(int fd, const char *path, const void *data, size_t length, off_t at, int positioned);
int watched_sync(int fd, const char *path, long call);
int watched_truncate(int fd, const char *path, off_t length);
int watched_name(enum kind kind, const char *path, const char *other, mode_t mode, int flags);
int watched_close(int fd, char *path);
ssize_t watched_read(int fd, const char *path, void *data, size_t length, off_t at, int positioned);

#pragma GCC visibility pop
#endif
