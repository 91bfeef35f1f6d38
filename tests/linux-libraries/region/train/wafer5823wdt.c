#include "registers.h"
#include "drivers/watchdog/wafer5823wdt.c"
#include "ports.h"

REGISTERS(misc_register, struct miscdevice *)
FORGETS(misc_deregister, struct miscdevice *)
REGISTERS(register_reboot_notifier, struct notifier_block *)
REGISTERS(unregister_reboot_notifier, struct notifier_block *)

HELD_WHILE_LOADED(wafwdt_init(), wafwdt_exit())
