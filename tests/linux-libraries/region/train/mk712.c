#include "registers.h"
#include "drivers/input/touchscreen/mk712.c"
#include "ports.h"

REGISTERS(input_register_device, struct input_dev *)
FORGETS(input_unregister_device, struct input_dev *)
FORGETS(input_free_device, struct input_dev *)
GIVES(struct input_dev, input_allocate_device, (void), NULL)

void input_set_abs_params(struct input_dev *of, unsigned int axis, int min, int max, int fuzz,
			  int flat)
{
}

HELD_WHILE_LOADED(mk712_init(), mk712_exit())
