#include "registers.h"
#include "drivers/media/platform/samsung/exynos4-is/fimc-is-i2c.c"
#include "power.h"
#include "clocks.h"

REGISTERS(i2c_add_adapter, struct i2c_adapter *)
FORGETS(i2c_del_adapter, struct i2c_adapter *)

ENABLED_WHILE_BOUND(fimc_is_i2c_probe, fimc_is_i2c_remove, &device)
