#include "registers.h"
#include "drivers/iio/dac/lpc18xx_dac.c"
#include "supply.h"
#include "iio.h"
#include "clocks.h"

ENABLED_WHILE_BOUND(lpc18xx_dac_probe, lpc18xx_dac_remove, &device)
