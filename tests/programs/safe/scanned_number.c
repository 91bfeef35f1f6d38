/* Nothing is known of what is scanned, but its type. */
void reach_error(void);
int scanf(const char *, ...);
int main(void) {
    unsigned char a = 0;
    short b = 0;
    if (scanf("%hd", &b) != 1) return 1;
    a = (unsigned char)b;
    if (a > 255 || b > 32767) reach_error();
    return 0;
}
