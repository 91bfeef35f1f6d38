#include "registers.h"
#include "drivers/phy/hisilicon/phy-histb-combphy.c"
#include "line.h"
#include "clocks.h"
#include "phy.h"

int regmap_update_bits_base(struct regmap *map, unsigned int at, unsigned int mask,
			    unsigned int value, bool *change, bool async, bool force)
{
	return __VERIFIER_nondet_int();
}

HELD_BY_PHY(histb_combphy_priv, por_rst, histb_combphy_init, histb_combphy_exit)
