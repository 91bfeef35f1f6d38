#include "drivers/char/hw_random/meson-rng.c"
#include "managed.h"

UNDONE_BY_ACTIONS(meson_rng_probe)
