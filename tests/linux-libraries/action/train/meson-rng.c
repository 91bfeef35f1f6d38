#include "registers.h"
#include "drivers/char/hw_random/meson-rng.c"
#include "managed.h"

int devm_hwrng_register(struct device *of, struct hwrng *what)
{
	return __VERIFIER_nondet_int();
}

UNDONE_BY_ACTIONS(meson_rng_probe)
