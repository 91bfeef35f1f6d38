#include "registers.h"
#include "drivers/mtd/hyperbus/rpc-if.c"
#include "power.h"

int rpcif_sw_init(struct rpcif *rpc, struct device *dev)
{
	rpc->dev = dev;
	return __VERIFIER_nondet_int();
}

int rpcif_hw_init(struct device *dev, bool hyperflash)
{
	return __VERIFIER_nondet_int();
}

REGISTERS(hyperbus_register_device, struct hyperbus_device *)
FORGETS(hyperbus_unregister_device, struct hyperbus_device *)

ENABLED_WHILE_BOUND(rpcif_hb_probe, rpcif_hb_remove, &device)
