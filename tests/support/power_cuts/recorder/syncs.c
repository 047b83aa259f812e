/* Syncs: of a file or a directory, or of all. */

#include "recorder.h"

static uint64_t begin_sync(ino_t file)
{
    enter();
    uint64_t pair = new_pair();
    note(SYNCING, file, pair);
    leave();
    return pair;
}

static void end_sync(ino_t file, uint64_t pair)
{
    enter();
    note(SYNCED, file, pair);
    leave();
}

static int sync_one(long call, int fd)
{
    struct stat is;
    if (!is_watched(fd, &is))
        return syscall(call, fd);
    uint64_t pair = begin_sync(is.st_ino);
    int result = fails(SYNCS) ? -1 : syscall(call, fd);
    if (result == 0)
        end_sync(is.st_ino, pair);
    return result;
}

int fsync(int fd) { return sync_one(SYS_fsync, fd); }
int fdatasync(int fd) { return sync_one(SYS_fdatasync, fd); }

static int sync_all(long call, int fd)
{
    uint64_t pair = begin_sync(0);
    int result = syscall(call, fd);
    if (result == 0)
        end_sync(0, pair);
    return result;
}

void sync(void)
{
    if (watching())
        sync_all(SYS_sync, 0);
    else
        syscall(SYS_sync);
}

int syncfs(int fd)
{
    return on_watched_device(fd) ? sync_all(SYS_syncfs, fd) : (int)syscall(SYS_syncfs, fd);
}

/* A write that syncs by itself. */
void note_sync(ino_t file)
{
    end_sync(file, begin_sync(file));
}
