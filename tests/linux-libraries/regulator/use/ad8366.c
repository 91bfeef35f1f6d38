#include "registers.h"
#include "drivers/iio/amplifiers/ad8366.c"
#include "supply.h"
#include "iio.h"

FIRST_OF(ad8366_id)

struct gpio_desc *devm_gpiod_get_optional(struct device *dev, const char *id,
					  enum gpiod_flags flags)
{
	return NULL;
}

int spi_sync(struct spi_device *of, struct spi_message *message)
{
	return __VERIFIER_nondet_int();
}

ENABLED_WHILE_BOUND(ad8366_probe, ad8366_remove, &on_spi)
