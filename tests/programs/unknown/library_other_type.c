/* A function with another type than the library's has no model. */
int strcspn(const char *, const char *);
void reach_error(void);

int main(void) {
    if (strcspn("abc", "b") != 1)
        reach_error();
    return 0;
}
