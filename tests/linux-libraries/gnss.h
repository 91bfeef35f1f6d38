// A serial receiver of satellites.
#include "environment.h"

static struct serdev_device on_serdev;
static struct gnss_device receiver;

struct gnss_serial *gnss_serial_allocate(struct serdev_device *serdev, size_t size)
{
	struct gnss_serial *own = calloc(1, sizeof(struct gnss_serial) + size);
	if (!own)
		return ERR_PTR(-ENOMEM);
	own->gdev = &receiver;
	serdev_device_set_drvdata(serdev, own);
	return own;
}

REGISTERS(gnss_serial_register, struct gnss_serial *)
FORGETS(gnss_serial_deregister, struct gnss_serial *)
FORGETS(gnss_serial_free, struct gnss_serial *)
