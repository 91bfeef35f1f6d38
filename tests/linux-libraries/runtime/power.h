// Runtime power management of a device, whose depth is that of drivers/base/power/runtime.c
// (api.c); what else drivers ask of it changes nothing that they see.
#include "environment.h"

#include <linux/pm_runtime.h>

void runtime_boot(void);
unsigned int runtime_disabled(void);

int __pm_runtime_set_status(struct device *dev, unsigned int status)
{
	return __VERIFIER_nondet_int();
}

int __pm_runtime_resume(struct device *dev, int flags)
{
	return __VERIFIER_nondet_int();
}

int __pm_runtime_idle(struct device *dev, int flags)
{
	return __VERIFIER_nondet_int();
}

int __pm_runtime_suspend(struct device *dev, int flags)
{
	return __VERIFIER_nondet_int();
}

void __pm_runtime_use_autosuspend(struct device *dev, bool use)
{
}

void pm_runtime_set_autosuspend_delay(struct device *dev, int delay)
{
}

// A driver that enables it in its probe function, and disables it when it is removed.
#define ENABLED_WHILE_BOUND(probe, remove, device)                                                 \
	int main(void)                                                                             \
	{                                                                                          \
		runtime_boot();                                                                    \
		if (probe(device)) {                                                               \
			expect(runtime_disabled() == 1);                                           \
			return 0;                                                                  \
		}                                                                                  \
		expect(runtime_disabled() == 0);                                                   \
		remove(device);                                                                    \
		expect(runtime_disabled() == 1);                                                   \
		return 0;                                                                          \
	}
