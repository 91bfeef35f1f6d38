// A member of a union that is a truth value is taken to be one.
void reach_error(void);
union view { unsigned char c; _Bool b; };
int main(void) {
    union view u;
    u.c = 2;
    int read = u.b;
    if (read > 1)
        reach_error();
    return 0;
}
