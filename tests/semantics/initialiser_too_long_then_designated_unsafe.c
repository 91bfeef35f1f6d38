// inputs:
// C11 6.7.9p17: the designator names the first element.
void reach_error(void);
static int array[2] = {1, 2, 3, [0] = 5};
static struct {
    int x[2], y;
} s = {{1, 2, 9, [0] = 4}, 3, 8, .y = 7};
int main(void) {
    if (array[0] != 1 || array[1] != 2 || s.x[0] != 4 || s.x[1] != 2 || s.y != 7)
        reach_error();
    return 0;
}
