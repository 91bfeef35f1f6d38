#include "registers.h"
#include "drivers/watchdog/sbc_epx_c3.c"
#include "ports.h"

REGISTERS(misc_register, struct miscdevice *)
FORGETS(misc_deregister, struct miscdevice *)
REGISTERS(register_reboot_notifier, struct notifier_block *)
REGISTERS(unregister_reboot_notifier, struct notifier_block *)

HELD_WHILE_LOADED(watchdog_init(), watchdog_exit())
