// options: --entry set
// expect: contents of a large object, or of many string literals
/* Runs that start elsewhere find in literals what they say. */
void reach_error(void);
static const char *name(int i) {
    return i ? "on" : "off";
}
void set(int i) {
    if (name(i)[0] != 'o') reach_error();
}
