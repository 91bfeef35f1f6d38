#include "registers.h"
#include "drivers/char/hw_random/npcm-rng.c"
#include "power.h"

int devm_hwrng_register(struct device *dev, struct hwrng *what)
{
	return __VERIFIER_nondet_int();
}

void devm_hwrng_unregister(struct device *dev, struct hwrng *what)
{
}

ENABLED_WHILE_BOUND(npcm_rng_probe, npcm_rng_remove, &device)
