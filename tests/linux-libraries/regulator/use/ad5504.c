#include "registers.h"
#include "drivers/iio/dac/ad5504.c"
#include "supply.h"
#include "iio.h"

FIRST_OF(ad5504_id)

ENABLED_WHILE_BOUND(ad5504_probe, ad5504_remove, &on_spi)
