// Registers of devices: what is read is any value, and writing changes nothing that a driver sees.
// (The kernel's own accesses are inline assembly that may change all memory.) In front of a driver.
#include <linux/delay.h>
#include <linux/io.h>

int __VERIFIER_nondet_int(void);

#define READ_FROM(type, at) ((void)(at), (type)__VERIFIER_nondet_int())
#define WRITE_TO(value, at) ((void)(value), (void)(at))

#undef readb
#undef readw
#undef readl
#undef readl_relaxed
#undef __raw_readl
#undef writeb
#undef writew
#undef writel
#undef writel_relaxed
#undef __raw_writel
#undef inb
#undef inw
#undef outb
#undef inb_p
#undef outb_p
#undef ioread32
#undef iowrite32
#undef udelay
#define readb(at) READ_FROM(u8, at)
#define readw(at) READ_FROM(u16, at)
#define readl(at) READ_FROM(u32, at)
#define readl_relaxed(at) READ_FROM(u32, at)
#define __raw_readl(at) READ_FROM(u32, at)
#define writeb(value, at) WRITE_TO(value, at)
#define writew(value, at) WRITE_TO(value, at)
#define writel(value, at) WRITE_TO(value, at)
#define writel_relaxed(value, at) WRITE_TO(value, at)
#define __raw_writel(value, at) WRITE_TO(value, at)
#define inb(at) READ_FROM(u8, at)
#define inw(at) READ_FROM(u16, at)
#define outb(value, at) WRITE_TO(value, at)
#define inb_p(at) READ_FROM(u8, at)
#define outb_p(value, at) WRITE_TO(value, at)
#define ioread32(at) READ_FROM(u32, at)
#define iowrite32(value, at) WRITE_TO(value, at)
#define udelay(time) ((void)(time))

// Names of devices are nobody's concern.
#define snprintf(to, size, ...) ((void)(to), (int)(size))
#define strscpy(to, from, size) ((void)(to), (void)(from), (ssize_t)(size))
