#include "registers.h"
#include "drivers/net/mdio/mdio-aspeed.c"
#include "line.h"
#include "mdio.h"

HELD_AGAIN(aspeed_mdio_probe, aspeed_mdio_remove, &device)
