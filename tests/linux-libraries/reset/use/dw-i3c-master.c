#include "registers.h"
#include "drivers/i3c/master/dw-i3c-master.c"
#include "line.h"
#include "clocks.h"

int i3c_master_register(struct i3c_master_controller *what, struct device *parent,
			const struct i3c_master_controller_ops *ops, bool secondary)
{
	return __VERIFIER_nondet_int();
}

FORGETS(i3c_master_unregister, struct i3c_master_controller *)

HELD_AGAIN(dw_i3c_probe, dw_i3c_remove, &device)
