#include "drivers/char/hw_random/exynos-trng.c"
#include "clock.h"



ENABLED_WHILE_BOUND(exynos_trng_probe, exynos_trng_remove)
