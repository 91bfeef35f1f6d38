#include "registers.h"
#include "drivers/watchdog/acquirewdt.c"
#include "ports.h"

REGISTERS(misc_register, struct miscdevice *)
FORGETS(misc_deregister, struct miscdevice *)

HELD_WHILE_LOADED(acq_probe(&device), acq_remove(&device))
