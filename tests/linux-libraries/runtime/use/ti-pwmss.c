#include "registers.h"
#include "drivers/bus/ti-pwmss.c"
#include "power.h"

ENABLED_WHILE_BOUND(pwmss_probe, pwmss_remove, &device)
