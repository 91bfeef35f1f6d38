#include "drivers/phy/qualcomm/phy-qcom-ipq806x-sata.c"
#include "clock.h"

GIVES(struct phy, devm_phy_create,
      (struct device *of, struct device_node *at, const struct phy_ops *ops),
      ERR_PTR(-ENOMEM))

ENABLED_WHILE_BOUND(qcom_ipq806x_sata_phy_probe, qcom_ipq806x_sata_phy_remove)
