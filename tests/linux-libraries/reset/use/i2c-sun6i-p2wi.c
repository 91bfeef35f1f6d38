#include "registers.h"
#include "drivers/i2c/busses/i2c-sun6i-p2wi.c"
#include "line.h"
#include "clocks.h"

void __init_swait_queue_head(struct swait_queue_head *queue, const char *name,
			     struct lock_class_key *key)
{
}

REGISTERS(i2c_add_adapter, struct i2c_adapter *)
FORGETS(i2c_del_adapter, struct i2c_adapter *)

HELD_AGAIN(p2wi_probe, p2wi_remove, &device)
