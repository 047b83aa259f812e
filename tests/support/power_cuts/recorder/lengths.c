/* Lengths of files, and files mapped into memory. */

#include "recorder.h"

#include <sys/mman.h>

static int cut_off(int fd, off_t length)
{
    struct stat is;
    if (!is_watched(fd, &is))
        return syscall(SYS_ftruncate, fd, length);
    if (fails(WRITES))
        return -1;
    enter();
    int result = syscall(SYS_ftruncate, fd, length);
    if (result == 0)
        note(CUT_OFF, is.st_ino, length);
    leave();
    return result;
}

int ftruncate(int fd, off_t length) { return cut_off(fd, length); }
int ftruncate64(int fd, off_t length) { return cut_off(fd, length); }

static int cut_off_path(const char *path, off_t length)
{
    char real[PATH_MAX];
    if (!watching() || !realpath(path, real) || !within(real))
        return syscall(SYS_truncate, path, length);
    enter();
    int result = syscall(SYS_truncate, path, length);
    if (result == 0)
        note(CUT_OFF, inode_of(real), length);
    leave();
    return result;
}

int truncate(const char *path, off_t length) { return cut_off_path(path, length); }
int truncate64(const char *path, off_t length) { return cut_off_path(path, length); }

static int allocate(int fd, int mode, off_t offset, off_t length)
{
    struct stat is;
    if (!is_watched(fd, &is))
        return syscall(SYS_fallocate, fd, mode, offset, length);
    if (mode & ~FALLOC_FL_KEEP_SIZE) { /* holes and shifts: not every file system has them */
        errno = EOPNOTSUPP;
        return -1;
    }
    enter();
    int result = syscall(SYS_fallocate, fd, mode, offset, length);
    if (result == 0 && !mode)
        note(GREW, is.st_ino, offset + length);
    leave();
    return result;
}

int fallocate(int fd, int mode, off_t offset, off_t length)
{
    return allocate(fd, mode, offset, length);
}

int fallocate64(int fd, int mode, off_t offset, off_t length)
{
    return allocate(fd, mode, offset, length);
}

static int allocate_posix(int fd, off_t offset, off_t length)
{
    int kept = errno, result = allocate(fd, 0, offset, length) ? errno : 0;
    errno = kept;
    return result;
}

int posix_fallocate(int fd, off_t offset, off_t length)
{
    return allocate_posix(fd, offset, length);
}

int posix_fallocate64(int fd, off_t offset, off_t length)
{
    return allocate_posix(fd, offset, length);
}

static void *map(void *start, size_t size, int protection, int flags, int fd, off_t offset)
{
    struct stat is;
    int shared = (flags & MAP_TYPE) == MAP_SHARED || (flags & MAP_TYPE) == MAP_SHARED_VALIDATE;
    if (!(flags & MAP_ANONYMOUS) && shared && protection & PROT_WRITE && is_watched(fd, &is)) {
        enter();
        note(MAPPED, is.st_ino, 0);
        leave();
    }
    return (void *)syscall(SYS_mmap, start, size, protection, flags, fd, offset);
}

void *mmap(void *start, size_t size, int protection, int flags, int fd, off_t offset)
{
    return map(start, size, protection, flags, fd, offset);
}

void *mmap64(void *start, size_t size, int protection, int flags, int fd, off_t offset)
{
    return map(start, size, protection, flags, fd, offset);
}
