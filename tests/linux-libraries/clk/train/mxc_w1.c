#include "registers.h"
#include "drivers/w1/masters/mxc_w1.c"
#include "clock.h"

REGISTERS(w1_add_master_device, struct w1_bus_master *)
FORGETS(w1_remove_master_device, struct w1_bus_master *)

ENABLED_WHILE_BOUND(mxc_w1_probe, mxc_w1_remove)
