#include "registers.h"
#include "drivers/pwm/pwm-tiecap.c"
#include "power.h"
#include "clocks.h"

int devm_pwmchip_add(struct device *dev, struct pwm_chip *chip)
{
	return __VERIFIER_nondet_int();
}

ENABLED_WHILE_BOUND(ecap_pwm_probe, ecap_pwm_remove, &device)
