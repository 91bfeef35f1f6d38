#include "registers.h"
#include "drivers/input/mouse/logibm.c"
#include "ports.h"

REGISTERS(input_register_device, struct input_dev *)
FORGETS(input_unregister_device, struct input_dev *)
FORGETS(input_free_device, struct input_dev *)
GIVES(struct input_dev, input_allocate_device, (void), NULL)

HELD_WHILE_LOADED(logibm_init(), logibm_exit())
