#include "registers.h"
#include "drivers/pwm/pwm-bcm-iproc.c"
#include "clock.h"

REGISTERS(pwmchip_add, struct pwm_chip *)
FORGETS(pwmchip_remove, struct pwm_chip *)

ENABLED_WHILE_BOUND(iproc_pwmc_probe, iproc_pwmc_remove)
