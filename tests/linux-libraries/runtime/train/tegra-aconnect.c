#include "registers.h"
#include "drivers/bus/tegra-aconnect.c"
#include "power.h"
#include "clocks.h"

ENABLED_WHILE_BOUND(tegra_aconnect_probe, tegra_aconnect_remove, &device)
