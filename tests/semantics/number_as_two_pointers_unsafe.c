// inputs: 0
// Pointers that are made of one number point to one object, whatever their types.
void reach_error(void);
void *mmap(void *, unsigned long, int, int, int, long);
struct device { int status, control; };
int main(void) {
    struct device *device = (struct device *)0x10000000L;
    int *control = (int *)0x10000004L;
    // PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS
    mmap((void *)0x10000000L, 4096, 3, 0x32, -1, 0);
    device->control = 5;
    *control = 6;
    if (device->control == 6)
        reach_error();
    return 0;
}
