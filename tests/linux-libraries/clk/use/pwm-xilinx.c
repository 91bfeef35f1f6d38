#include "registers.h"
#include "drivers/pwm/pwm-xilinx.c"
#include "clock.h"

REGISTERS(pwmchip_add, struct pwm_chip *)
FORGETS(pwmchip_remove, struct pwm_chip *)

ENABLED_WHILE_BOUND(xilinx_pwm_probe, xilinx_pwm_remove)
