#include "registers.h"
#include "drivers/char/hw_random/mxc-rnga.c"
#include "clock.h"

REGISTERS(hwrng_register, struct hwrng *)
FORGETS(hwrng_unregister, struct hwrng *)

ENABLED_WHILE_BOUND(mxc_rnga_probe, mxc_rnga_remove)
