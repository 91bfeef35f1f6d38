#include "registers.h"
#include "drivers/rtc/rtc-brcmstb-waketimer.c"
#include "clock.h"

REGISTERS(register_reboot_notifier, struct notifier_block *)
REGISTERS(unregister_reboot_notifier, struct notifier_block *)
GIVES(struct rtc_device, devm_rtc_allocate_device, (struct device *of), ERR_PTR(-ENOMEM))

int __devm_rtc_register_device(struct module *owner, struct rtc_device *rtc)
{
	return __VERIFIER_nondet_int();
}

ENABLED_WHILE_BOUND(brcmstb_waketmr_probe, brcmstb_waketmr_remove)
