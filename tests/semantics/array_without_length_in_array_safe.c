// inputs: 0
void reach_error(void);
struct inner { int count; int items[0]; };
struct outer { struct inner inner[1]; int last; };
static struct outer object;
int main(void) {
    struct outer *pointer = &object;
    pointer->inner[0].items[0] = 2;
    pointer->last = 1;
    if (pointer->last != 1)
        reach_error();
    return 0;
}
