#include "registers.h"
#include "drivers/iio/dac/mcp4922.c"
#include "supply.h"
#include "iio.h"

FIRST_OF(mcp4922_id)

ENABLED_WHILE_BOUND(mcp4922_probe, mcp4922_remove, &on_spi)
