int puts(const char *) __attribute__((pure));

int main(void) {
    puts("said");
    return 0;
}
