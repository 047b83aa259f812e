/* Preloaded into a program, writes down what it does to the files under one directory.

   Every call that changes a file or a name there, or makes a change durable, becomes an entry of
   one log, in the order in which the calls took effect: a lock, shared by all threads and all
   processes of the program, holds from before the call until its entry stands. A sync is two
   entries, its beginning and its return, and holds no lock in between: what another thread does
   meanwhile stands between them. What is shown stands before it can be seen.

   Nothing is remembered about descriptors: whether one is watched is asked of the kernel each
   time, so that duplicated and inherited ones count too. The calls replaced here are those through
   which Python and SQLite write; record() finds out if a program used another. */

#ifndef RECORDER_H
#define RECORDER_H

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

_Static_assert(sizeof(off_t) == 8, "the recorder knows 64-bit offsets only");

#define HIDDEN __attribute__((visibility("hidden")))

/* Numbered as in log_file.py. */
enum kind {
    LOADED = 1,
    CREATED,
    WROTE,
    CUT_OFF,
    GREW,
    RENAMED,
    LINKED,
    REMOVED,
    MADE_DIRECTORY,
    SYNCING,
    SYNCED,
    SHOWING,
    SHOWN_IN_PART,
    MAPPED,
};

/* log.c: the lock is held from enter to leave; what notes, and a new pair, want it held. */
HIDDEN void open_log(const char *path);
HIDDEN void enter(void);
HIDDEN void leave(void);
HIDDEN uint64_t new_pair(void);
HIDDEN void note(enum kind kind, ino_t file, uint64_t number);
HIDDEN void note_names(enum kind kind, ino_t file, uint64_t number, const char *name,
                       const char *second);
HIDDEN void note_data(enum kind kind, ino_t file, uint64_t number, const struct iovec *data,
                      int parts, size_t size);
HIDDEN void give_up(const char *why);

/* watched.c: names are those within the directory, "." for itself; none if it is elsewhere. */
HIDDEN int watching(void);
HIDDEN int on_watched_device(int fd);
HIDDEN const char *within(const char *path);
HIDDEN const char *place(int at, const char *path, char out[PATH_MAX]);
HIDDEN int is_watched(int fd, struct stat *is);
HIDDEN int is_shown(int fd, ino_t *file);
HIDDEN ino_t inode_of(const char *path);

/* syncs.c */
HIDDEN void note_sync(ino_t file);

/* failures.c */
enum fallible { WRITES, SYNCS };
HIDDEN long fails(enum fallible kind);

#endif
