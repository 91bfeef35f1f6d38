#include "registers.h"
#include "drivers/tty/serial/8250/8250_em.c"
#include "clock.h"

REGISTERS(serial8250_register_8250_port, const struct uart_8250_port *)
FORGETS(serial8250_unregister_port, int)

ENABLED_WHILE_BOUND(serial8250_em_probe, serial8250_em_remove)
