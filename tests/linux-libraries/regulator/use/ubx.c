#include "registers.h"
#include "drivers/gnss/ubx.c"
#include "supply.h"
#include "gnss.h"

ENABLED_WHILE_BOUND(ubx_probe, ubx_remove, &on_serdev)
