#include "registers.h"
#include "drivers/iio/adc/ti-tlc4541.c"
#include "supply.h"
#include "iio.h"

FIRST_OF(tlc4541_id)

int spi_sync(struct spi_device *of, struct spi_message *message)
{
	return __VERIFIER_nondet_int();
}

int iio_triggered_buffer_setup_ext(struct iio_dev *of, irqreturn_t (*top)(int irq, void *with),
				   irqreturn_t (*bottom)(int irq, void *with),
				   enum iio_buffer_direction direction,
				   const struct iio_buffer_setup_ops *ops,
				   const struct attribute **attributes)
{
	return __VERIFIER_nondet_int();
}

FORGETS(iio_triggered_buffer_cleanup, struct iio_dev *)

ENABLED_WHILE_BOUND(tlc4541_probe, tlc4541_remove, &on_spi)
