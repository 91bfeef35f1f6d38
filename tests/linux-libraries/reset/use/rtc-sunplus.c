#include "registers.h"
#include "drivers/rtc/rtc-sunplus.c"
#include "line.h"
#include "clocks.h"

static struct rtc_device own;

struct rtc_device *devm_rtc_allocate_device(struct device *dev)
{
	return __VERIFIER_nondet_int() ? &own : ERR_PTR(-ENOMEM);
}

int __devm_rtc_register_device(struct module *owner, struct rtc_device *what)
{
	return __VERIFIER_nondet_int();
}

void __dynamic_dev_dbg(struct _ddebug *descriptor, const struct device *dev, const char *fmt, ...)
{
}

void device_set_wakeup_capable(struct device *dev, bool capable)
{
}

REGISTERS(device_wakeup_enable, struct device *)
REGISTERS(device_wakeup_disable, struct device *)

HELD_AGAIN(sp_rtc_probe, sp_rtc_remove, &device)
