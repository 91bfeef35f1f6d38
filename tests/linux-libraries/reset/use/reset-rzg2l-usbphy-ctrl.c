#include "registers.h"
#include "drivers/reset/reset-rzg2l-usbphy-ctrl.c"
#include "line.h"

int devm_reset_controller_register(struct device *dev, struct reset_controller_dev *what)
{
	return __VERIFIER_nondet_int();
}

FORGETS(pm_runtime_enable, struct device *)

void __pm_runtime_disable(struct device *dev, bool resume)
{
}

int __pm_runtime_resume(struct device *dev, int flags)
{
	return __VERIFIER_nondet_int();
}

int __pm_runtime_idle(struct device *dev, int flags)
{
	return __VERIFIER_nondet_int();
}

HELD_AGAIN(rzg2l_usbphy_ctrl_probe, rzg2l_usbphy_ctrl_remove, &device)
