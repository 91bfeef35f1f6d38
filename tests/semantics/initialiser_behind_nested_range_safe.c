// inputs:
// What follows a nested range goes on in its last element (gcc manual, "Designated Inits").
extern void reach_error(void);

struct S { int x, y; };
static struct S a[4] = {[0 ... 2].x = 1, 2, 3};

int main(void) {
    if (a[0].y == 0 && a[2].y == 2 && a[3].x == 3) return 0;
    reach_error();
    return 1;
}
