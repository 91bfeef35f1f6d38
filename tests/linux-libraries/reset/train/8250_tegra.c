#include "registers.h"
#include "drivers/tty/serial/8250/8250_tegra.c"
#include "line.h"
#include "clocks.h"

void __iomem *devm_ioremap(struct device *dev, resource_size_t at, resource_size_t size)
{
	return __VERIFIER_nondet_int() ? (void __iomem *)mapped : NULL;
}

int device_property_read_u32_array(struct device *of, const char *name, u32 *values, size_t count)
{
	*values = __VERIFIER_nondet_int();
	return __VERIFIER_nondet_int();
}

REGISTERS(serial8250_register_8250_port, const struct uart_8250_port *)
FORGETS(serial8250_unregister_port, int)

HELD_AGAIN(tegra_uart_probe, tegra_uart_remove, &device)
