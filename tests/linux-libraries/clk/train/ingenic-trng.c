#include "registers.h"
#include "drivers/char/hw_random/ingenic-trng.c"
#include "clock.h"

REGISTERS(hwrng_register, struct hwrng *)
FORGETS(hwrng_unregister, struct hwrng *)

ENABLED_WHILE_BOUND(ingenic_trng_probe, ingenic_trng_remove)
