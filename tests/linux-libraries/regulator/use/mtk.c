#include "registers.h"
#include "drivers/gnss/mtk.c"
#include "supply.h"
#include "gnss.h"

ENABLED_WHILE_BOUND(mtk_probe, mtk_remove, &on_serdev)
