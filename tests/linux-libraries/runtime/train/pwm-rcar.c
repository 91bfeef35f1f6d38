#include "registers.h"
#include "drivers/pwm/pwm-rcar.c"
#include "power.h"
#include "clocks.h"

REGISTERS(pwmchip_add, struct pwm_chip *)
FORGETS(pwmchip_remove, struct pwm_chip *)

ENABLED_WHILE_BOUND(rcar_pwm_probe, rcar_pwm_remove, &device)
