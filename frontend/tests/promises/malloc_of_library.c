// promise: malloc
// Only the program says so of `strchr`: what it yields is part of what it gets.
char *strchr(const char *, int) __attribute__((malloc));
int main(void) {
    char text[2] = "a";
    return *strchr(text, 97);
}
