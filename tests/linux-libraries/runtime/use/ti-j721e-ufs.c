#include "registers.h"
#include "drivers/ufs/host/ti-j721e-ufs.c"
#include "power.h"
#include "clocks.h"

void devm_clk_put(struct device *dev, struct clk *of)
{
}

ENABLED_WHILE_BOUND(ti_j721e_ufs_probe, ti_j721e_ufs_remove, &device)
