#include <assert.h>
int main(void) {
    int floor = 0, dir = 1;
    for (int i = 0; i < 100; i++) {
        floor += dir;
        if (floor == 5) dir = -1;
        if (floor == 0) dir = 1;
        assert(floor >= 0 && floor <= 5);
    }
    return 0;
}
