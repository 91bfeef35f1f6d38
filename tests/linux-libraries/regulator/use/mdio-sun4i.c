#include "registers.h"
#include "drivers/net/mdio/mdio-sun4i.c"
#include "supply.h"
#include "mdio.h"

ENABLED_WHILE_BOUND(sun4i_mdio_probe, sun4i_mdio_remove, &device)
