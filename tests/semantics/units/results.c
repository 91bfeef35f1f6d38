// What other files declare with other results.
unsigned char byte(int x) { return x; }
int negative(void) { return -1; }
static struct { int value; } object = {5};
void *untyped(void) { return &object; }
int read_object(void) { return object.value; }
static int calls;
int counted(int x) {
    calls++;
    return calls;
}
int count(void) { return calls; }
