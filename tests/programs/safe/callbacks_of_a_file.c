// Operations of a file through a structure of pointers: what another operation would do is no reason
// why one that is not called does no harm.
#include <assert.h>
#include <errno.h>
extern int __VERIFIER_nondet_int(void);
struct file; struct inode { int minor; };
struct file_operations { int (*open)(struct inode *, struct file *); int (*release)(struct inode *, struct file *); long (*ioctl)(struct file *, unsigned, unsigned long); };
struct file { void *private_data; const struct file_operations *f_op; };
struct mydev { int open_count; int mode; int locked; };
static struct mydev devs[1];
static void mutex_lock(struct mydev *d) { assert(!d->locked); d->locked = 1; }
static void mutex_unlock(struct mydev *d) { assert(d->locked); d->locked = 0; }
static int my_open(struct inode *i, struct file *f)
{
    struct mydev *d;
    if (i->minor < 0 || i->minor >= 1) return -ENODEV;
    d = &devs[i->minor];
    mutex_lock(d);
    if (d->open_count) { mutex_unlock(d); return -EBUSY; }
    d->open_count++;
    f->private_data = d;
    mutex_unlock(d);
    return 0;
}
static int my_release(struct inode *i, struct file *f)
{
    struct mydev *d = f->private_data;
    (void)i;
    mutex_lock(d); d->open_count--; mutex_unlock(d);
    return 0;
}
static long my_ioctl(struct file *f, unsigned cmd, unsigned long arg)
{
    struct mydev *d = f->private_data;
    long ret = 0;
    mutex_lock(d);
    switch (cmd) {
    case 0x4001: d->mode = (int)arg; break;
    case 0x4002: if (arg > 3) {
#ifdef BUG
        return -EINVAL;
#else
        ret = -EINVAL; break;
#endif
        }
        d->mode |= 1 << arg; break;
    default: ret = -ENOTTY;
    }
    mutex_unlock(d);
    return ret;
}
static const struct file_operations fops = { .open = my_open, .release = my_release, .ioctl = my_ioctl };
int main(void)
{
    struct inode ino; struct file f = { 0, &fops };
    while (__VERIFIER_nondet_int()) {
        ino.minor = __VERIFIER_nondet_int();
        if (f.f_op->open(&ino, &f) == 0) {
            struct mydev *d = f.private_data;
            while (__VERIFIER_nondet_int())
                f.f_op->ioctl(&f, (unsigned)__VERIFIER_nondet_int(), (unsigned long)__VERIFIER_nondet_int());
            assert(d->open_count == 1);
            f.f_op->release(&ino, &f);
            assert(d->open_count == 0);
        }
    }
    return 0;
}
