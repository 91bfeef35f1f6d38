#include "registers.h"
#include "drivers/gpu/drm/mediatek/mtk_mdp_rdma.c"
#include "power.h"
#include "clocks.h"

int component_add(struct device *dev, const struct component_ops *ops)
{
	return __VERIFIER_nondet_int();
}

void component_del(struct device *dev, const struct component_ops *ops)
{
}

ENABLED_WHILE_BOUND(mtk_mdp_rdma_probe, mtk_mdp_rdma_remove, &device)
