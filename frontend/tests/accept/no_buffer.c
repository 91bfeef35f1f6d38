// expect: ok
struct file;
void setbuf(struct file *restrict, char *restrict);
int main(void) {
    setbuf(0, (char *)0);
    setbuf(0, ((void *)0));
    return 0;
}
