#include "registers.h"
#include "drivers/iio/dac/dpot-dac.c"
#include "supply.h"
#include "iio.h"

struct iio_channel *devm_iio_channel_get(struct device *dev, const char *id)
{
	return __VERIFIER_nondet_int() ? (struct iio_channel *)mapped : ERR_PTR(-ENODEV);
}

int iio_get_channel_type(struct iio_channel *of, enum iio_chan_type *type)
{
	*type = __VERIFIER_nondet_int();
	return __VERIFIER_nondet_int();
}

int iio_read_max_channel_raw(struct iio_channel *of, int *value)
{
	*value = __VERIFIER_nondet_int();
	return __VERIFIER_nondet_int();
}

int iio_read_channel_scale(struct iio_channel *of, int *value, int *fraction)
{
	*value = __VERIFIER_nondet_int();
	*fraction = __VERIFIER_nondet_int();
	return __VERIFIER_nondet_int();
}

ENABLED_WHILE_BOUND(dpot_dac_probe, dpot_dac_remove, &device)
