// What is around a driver: a device, memory and clocks that it gets, and inputs. What it registers
// itself with is told by REGISTERS and FORGETS; everything else that it calls is unknown.
#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

#include <linux/err.h>
#include <linux/interrupt.h>
#include <linux/ioport.h>
#include <linux/of.h>
#include <linux/platform_device.h>

int __VERIFIER_nondet_int(void);
void *calloc(unsigned long count, unsigned long size);
void reach_error(void);

static struct device_node node;
static struct platform_device device = { .dev.of_node = &node };
static struct resource registers;
static char mapped[64];

static void expect(int holds)
{
	if (!holds)
		reach_error();
}

// A function that keeps what it is given, or fails.
#define REGISTERS(name, type)                                                                      \
	int name(type what)                                                                        \
	{                                                                                          \
		return __VERIFIER_nondet_int();                                                    \
	}

// A function that changes nothing that the driver sees.
#define FORGETS(name, type)                                                                        \
	void name(type what)                                                                       \
	{                                                                                          \
	}

// A function that gives an object of its own, or fails.
#define GIVES(type, name, parameters, failed)                                                      \
	type *name parameters                                                                      \
	{                                                                                          \
		type *own = calloc(1, sizeof(type));                                               \
		return own && __VERIFIER_nondet_int() ? own : failed;                              \
	}

void _dev_err(const struct device *dev, const char *fmt, ...)
{
}

void _dev_warn(const struct device *dev, const char *fmt, ...)
{
}

void _dev_info(const struct device *dev, const char *fmt, ...)
{
}

void usleep_range_state(unsigned long min, unsigned long max, unsigned int state)
{
}

FORGETS(msleep, unsigned int)

void *devm_kmalloc(struct device *dev, size_t size, gfp_t gfp)
{
	return calloc(1, size);
}

int dev_err_probe(const struct device *dev, int err, const char *fmt, ...)
{
	return err;
}

void __iomem *devm_platform_ioremap_resource(struct platform_device *dev, unsigned int index)
{
	return __VERIFIER_nondet_int() ? (void __iomem *)mapped : ERR_PTR(-ENOMEM);
}

void __iomem *devm_ioremap_resource(struct device *dev, const struct resource *res)
{
	return devm_platform_ioremap_resource(&device, 0);
}

struct resource *platform_get_resource(struct platform_device *dev, unsigned int type,
				       unsigned int index)
{
	return __VERIFIER_nondet_int() ? &registers : NULL;
}

struct resource *platform_get_resource_byname(struct platform_device *dev, unsigned int type,
					      const char *name)
{
	return platform_get_resource(dev, type, 0);
}

int platform_get_irq(struct platform_device *dev, unsigned int index)
{
	return __VERIFIER_nondet_int();
}

int request_threaded_irq(unsigned int irq, irq_handler_t handler, irq_handler_t thread,
			 unsigned long flags, const char *name, void *dev)
{
	return __VERIFIER_nondet_int();
}

int devm_request_threaded_irq(struct device *of, unsigned int irq, irq_handler_t handler,
			      irq_handler_t thread, unsigned long flags, const char *name,
			      void *dev)
{
	return __VERIFIER_nondet_int();
}

const void *free_irq(unsigned int irq, void *dev)
{
	return NULL;
}

#endif
