/* The log: one entry a call, in the order in which the calls took effect. */

#include "recorder.h"

#include <pthread.h>
#include <sys/file.h>

/* As read by log_file.py. It is followed by the first and then the second run of bytes. */
struct header {
    uint32_t kind;
    uint32_t process;
    uint64_t file;   /* its inode; what is shown: the inode it is written to; 0 for all files */
    uint64_t number; /* an offset, a length, permissions, or what pairs two entries */
    uint32_t first;  /* length of the name in the directory */
    uint32_t second; /* length of the second name, or of the data */
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const char *log_path;
static int log_file = -1;
static uint64_t pairs; /* guarded by the mutex */

void give_up(const char *why)
{
    dprintf(2, "recorder: %s: %s\n", why, strerror(errno));
    _exit(125);
}

static void open_again(void)
{
    int low = syscall(SYS_openat, AT_FDCWD, log_path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (low == -1)
        give_up("cannot open the log");
    log_file = fcntl(low, F_DUPFD_CLOEXEC, 700); /* out of the way of the program's own */
    if (log_file == -1)
        log_file = low;
    else
        close(low);
}

/* The child needs a file of its own: a lock on a shared one would keep neither out. */
static void after_fork(void)
{
    pthread_mutex_init(&mutex, NULL);
    close(log_file);
    open_again();
}

void open_log(const char *path)
{
    log_path = path;
    open_again();
    pthread_atfork(NULL, NULL, after_fork);
}

void enter(void)
{
    int kept = errno;
    pthread_mutex_lock(&mutex);
    while (flock(log_file, LOCK_EX) == -1)
        if (errno != EINTR)
            give_up("cannot lock the log");
    errno = kept;
}

void leave(void)
{
    int kept = errno;
    flock(log_file, LOCK_UN);
    pthread_mutex_unlock(&mutex);
    errno = kept;
}

uint64_t new_pair(void)
{
    return (uint64_t)getpid() << 32 | ++pairs;
}

static void append(struct header header, const char *name, const struct iovec *data, int parts)
{
    int kept = errno, count = 0;
    struct iovec all[IOV_MAX];
    size_t left = header.second, whole = sizeof header + header.first + header.second;
    all[count++] = (struct iovec){&header, sizeof header};
    if (header.first)
        all[count++] = (struct iovec){(void *)name, header.first};
    for (int i = 0; i < parts && left && count < IOV_MAX; i++) {
        all[count] = data[i];
        if (all[count].iov_len > left)
            all[count].iov_len = left;
        left -= all[count++].iov_len;
    }
    if (left || syscall(SYS_writev, log_file, all, count) != (ssize_t)whole)
        give_up("cannot write the log");
    errno = kept;
}

void note(enum kind kind, ino_t file, uint64_t number)
{
    append((struct header){kind, getpid(), file, number, 0, 0}, NULL, NULL, 0);
}

void note_names(enum kind kind, ino_t file, uint64_t number, const char *name, const char *second)
{
    struct iovec data = {(void *)second, strlen(second)};
    struct header header = {kind, getpid(), file, number, strlen(name), data.iov_len};
    append(header, name, &data, 1);
}

void note_data(enum kind kind, ino_t file, uint64_t number, const struct iovec *data, int parts,
               size_t size)
{
    append((struct header){kind, getpid(), file, number, 0, size}, NULL, data, parts);
}
