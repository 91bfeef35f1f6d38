#include "registers.h"
#include "drivers/i2c/busses/i2c-pasemi-platform.c"
#include "clock.h"

REGISTERS(pasemi_i2c_common_probe, struct pasemi_smbus *)

ENABLED_WHILE_BOUND(pasemi_platform_i2c_probe, pasemi_platform_i2c_remove)
