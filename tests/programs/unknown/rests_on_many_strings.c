// expect: large object, or of many string literals
void reach_error(void);
const char *text =
        "line 000 of a long text that nobody reads\n"
        "line 001 of a long text that nobody reads\n"
        "line 002 of a long text that nobody reads\n"
        "line 003 of a long text that nobody reads\n"
        "line 004 of a long text that nobody reads\n"
        "line 005 of a long text that nobody reads\n"
        "line 006 of a long text that nobody reads\n"
        "line 007 of a long text that nobody reads\n"
        "line 008 of a long text that nobody reads\n"
        "line 009 of a long text that nobody reads\n"
        "line 010 of a long text that nobody reads\n"
        "line 011 of a long text that nobody reads\n"
        "line 012 of a long text that nobody reads\n"
        "line 013 of a long text that nobody reads\n"
        "line 014 of a long text that nobody reads\n"
        "line 015 of a long text that nobody reads\n";
int main(void) {
    if (text[0] != 'l') reach_error();
    return 0;
}
