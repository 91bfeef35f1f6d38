#include "registers.h"
#include "drivers/iio/dac/ltc1660.c"
#include "supply.h"
#include "iio.h"

FIRST_OF(ltc1660_id)

struct regmap *__devm_regmap_init_spi(struct spi_device *of, const struct regmap_config *config,
				      struct lock_class_key *key, const char *name)
{
	return __VERIFIER_nondet_int() ? (struct regmap *)mapped : ERR_PTR(-ENOMEM);
}

ENABLED_WHILE_BOUND(ltc1660_probe, ltc1660_remove, &on_spi)
