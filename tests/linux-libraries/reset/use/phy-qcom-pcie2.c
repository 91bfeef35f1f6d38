#include "registers.h"
#include "drivers/phy/qualcomm/phy-qcom-pcie2.c"
#include "line.h"
#include "clocks.h"
#include "phy.h"

int regulator_bulk_enable(int count, struct regulator_bulk_data *all)
{
	return __VERIFIER_nondet_int();
}

int regulator_bulk_disable(int count, struct regulator_bulk_data *all)
{
	return __VERIFIER_nondet_int();
}

HELD_BY_PHY(qcom_phy, phy_reset, qcom_pcie2_phy_init, qcom_pcie2_phy_exit)
