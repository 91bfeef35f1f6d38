#include "registers.h"
#include "drivers/iio/dac/ti-dac7311.c"
#include "supply.h"
#include "iio.h"

FIRST_OF(ti_dac_spi_id)
REGISTERS(spi_setup, struct spi_device *)

ENABLED_WHILE_BOUND(ti_dac_probe, ti_dac_remove, &on_spi)
