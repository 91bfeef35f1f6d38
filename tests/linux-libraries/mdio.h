// A bus of network transceivers.
#include "environment.h"

#include <linux/of_mdio.h>
#include <linux/phy.h>

struct mii_bus *mdiobus_alloc_size(size_t size)
{
	struct mii_bus *own = calloc(1, sizeof(struct mii_bus));
	void *more = calloc(1, size);
	if (!own || !more)
		return NULL;
	own->priv = more;
	return own;
}

struct mii_bus *devm_mdiobus_alloc_size(struct device *dev, int size)
{
	return mdiobus_alloc_size(size);
}

int __mdiobus_register(struct mii_bus *bus, struct module *owner)
{
	return __VERIFIER_nondet_int();
}

FORGETS(mdiobus_unregister, struct mii_bus *)
FORGETS(mdiobus_free, struct mii_bus *)
