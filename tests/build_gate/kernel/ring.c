/* A character device with a ring buffer, an interrupt handler and a lock; all its headers are the
 * kernel's. */
#include <linux/module.h>
#include <linux/kernel.h>
#include <linux/fs.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/mutex.h>
#include <linux/interrupt.h>
#include <linux/uaccess.h>
#include <linux/miscdevice.h>
#include <linux/wait.h>
#include <linux/io.h>

#define RING_SIZE 256

struct ring_dev {
	spinlock_t lock;
	struct mutex open_lock;
	wait_queue_head_t wait;
	unsigned int head;
	unsigned int tail;
	int users;
	int irq;
	void __iomem *regs;
	struct miscdevice misc;
	char name[16];
	unsigned char data[RING_SIZE];
};

static struct ring_dev *ring;
static int irq = 5;
module_param(irq, int, 0444);

static bool ring_empty(const struct ring_dev *dev)
{
	return dev->head == dev->tail;
}

static bool ring_full(const struct ring_dev *dev)
{
	return (dev->head + 1) % RING_SIZE == dev->tail;
}

static int ring_put(struct ring_dev *dev, unsigned char byte)
{
	unsigned long flags;
	int ret = 0;

	spin_lock_irqsave(&dev->lock, flags);
	if (ring_full(dev)) {
		ret = -ENOSPC;
	} else {
		dev->data[dev->head] = byte;
		dev->head = (dev->head + 1) % RING_SIZE;
	}
	spin_unlock_irqrestore(&dev->lock, flags);
	return ret;
}

static int ring_get(struct ring_dev *dev, unsigned char *byte)
{
	unsigned long flags;

	spin_lock_irqsave(&dev->lock, flags);
	if (ring_empty(dev)) {
		spin_unlock_irqrestore(&dev->lock, flags);
		return -EAGAIN;
	}
	*byte = dev->data[dev->tail];
	dev->tail = (dev->tail + 1) % RING_SIZE;
	spin_unlock_irqrestore(&dev->lock, flags);
	return 0;
}

static irqreturn_t ring_interrupt(int number, void *arg)
{
	struct ring_dev *dev = arg;
	u32 status;

	status = ioread32(dev->regs);
	if (!(status & 1))
		return IRQ_NONE;
	if (ring_put(dev, status >> 8) == 0)
		wake_up_interruptible(&dev->wait);
	return IRQ_HANDLED;
}

static int ring_open(struct inode *inode, struct file *file)
{
	int ret = 0;

	if (mutex_lock_interruptible(&ring->open_lock))
		return -ERESTARTSYS;
	if (ring->users >= 4)
		ret = -EBUSY;
	else
		ring->users++;
	mutex_unlock(&ring->open_lock);
	file->private_data = ring;
	return ret;
}

static int ring_release(struct inode *inode, struct file *file)
{
	mutex_lock(&ring->open_lock);
	ring->users--;
	mutex_unlock(&ring->open_lock);
	return 0;
}

static ssize_t ring_read(struct file *file, char __user *buf, size_t count, loff_t *pos)
{
	struct ring_dev *dev = file->private_data;
	size_t done = 0;
	unsigned char byte;
	int ret;

	while (done < count) {
		ret = ring_get(dev, &byte);
		if (ret) {
			if (done || (file->f_flags & O_NONBLOCK))
				break;
			if (wait_event_interruptible(dev->wait, !ring_empty(dev)))
				return -ERESTARTSYS;
			continue;
		}
		if (put_user(byte, buf + done))
			return -EFAULT;
		done++;
	}
	return done ? done : -EAGAIN;
}

static ssize_t ring_write(struct file *file, const char __user *buf, size_t count, loff_t *pos)
{
	struct ring_dev *dev = file->private_data;
	char chunk[32];
	size_t i, n = min(count, sizeof(chunk));

	if (copy_from_user(chunk, buf, n))
		return -EFAULT;
	for (i = 0; i < n; i++)
		if (ring_put(dev, chunk[i]))
			break;
	return i;
}

static const struct file_operations ring_fops = {
	.owner = THIS_MODULE,
	.open = ring_open,
	.release = ring_release,
	.read = ring_read,
	.write = ring_write,
	.llseek = no_llseek,
};

static int __init ring_init(void)
{
	int ret;

	ring = kzalloc(sizeof(*ring), GFP_KERNEL);
	if (!ring)
		return -ENOMEM;
	spin_lock_init(&ring->lock);
	mutex_init(&ring->open_lock);
	init_waitqueue_head(&ring->wait);
	ring->irq = irq;
	strscpy(ring->name, "ring", sizeof(ring->name));
	ring->regs = ioremap(0xfed00000, 4096);
	if (!ring->regs) {
		ret = -EIO;
		goto free;
	}
	ret = request_irq(ring->irq, ring_interrupt, IRQF_SHARED, "ring", ring);
	if (ret)
		goto unmap;
	ring->misc.minor = MISC_DYNAMIC_MINOR;
	ring->misc.name = ring->name;
	ring->misc.fops = &ring_fops;
	ret = misc_register(&ring->misc);
	if (ret)
		goto irq;
	pr_info("ring: %s ready\n", ring->name);
	return 0;
irq:
	free_irq(ring->irq, ring);
unmap:
	iounmap(ring->regs);
free:
	kfree(ring);
	return ret;
}

static void __exit ring_exit(void)
{
	misc_deregister(&ring->misc);
	free_irq(ring->irq, ring);
	iounmap(ring->regs);
	kfree(ring);
}

module_init(ring_init);
module_exit(ring_exit);
MODULE_LICENSE("GPL");
