// expect: error unsupported: `setbuf` is not supported: other functions change later what it gets
struct file;
void setbuf(struct file *restrict, char *restrict);
static char buffer[8192];
int main(void) {
    setbuf(0, buffer);
    return 0;
}
