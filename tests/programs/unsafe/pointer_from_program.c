/* An untyped pointer of the program's own may point to a member. */
void reach_error(void);
struct connection { int version, state; };
struct connection s;
static void *where(void) { return (char *)&s + sizeof(int); }
int main(void) {
    int *p = where();
    s.state = 1;
    *p = 0;
    if (s.state != 1) reach_error();
    return 0;
}
