#include "registers.h"
#include "drivers/mfd/mxs-lradc.c"
#include "clock.h"



ENABLED_WHILE_BOUND(mxs_lradc_probe, mxs_lradc_remove)
