#include "registers.h"
#include "drivers/pwm/pwm-bcm2835.c"
#include "clock.h"

REGISTERS(pwmchip_add, struct pwm_chip *)
FORGETS(pwmchip_remove, struct pwm_chip *)

ENABLED_WHILE_BOUND(bcm2835_pwm_probe, bcm2835_pwm_remove)
