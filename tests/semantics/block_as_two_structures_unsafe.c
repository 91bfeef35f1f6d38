// inputs: 0
// What is allocated has no type but that of what is stored there (C11 6.5p6).
void reach_error(void);
void *malloc(unsigned long);
struct circle { int kind, radius; };
struct square { int kind; short side; };
static void make_circle(void *object) { ((struct circle *)object)->kind = 1; }
static void make_square(void *object) { ((struct square *)object)->kind = 2; }
static void *allocate(unsigned long size) { return malloc(size); }
int main(void) {
    void *object = allocate(8);
    if (!object)
        return 0;
    make_circle(object);
    make_square(object);
    if (((struct circle *)object)->kind == 2)
        reach_error();
    return 0;
}
