// promise: pure
// What checks the size of an object is called as what does not.
void *__memcpy_chk(void *, const void *, unsigned long, unsigned long) __attribute__((pure));
char object[4];
int main(void) {
    __memcpy_chk(object, object + 2, 2, 4);
    return object[0];
}
