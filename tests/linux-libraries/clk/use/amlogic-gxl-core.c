#include "drivers/crypto/amlogic/amlogic-gxl-core.c"
#include "clock.h"



ENABLED_WHILE_BOUND(meson_crypto_probe, meson_crypto_remove)
