// inputs:
// gcc manual, "Incomplete enum Types": objects of an enumeration that is defined below.
void reach_error(void);
enum early object;
static enum early fixed;
enum early { NEGATIVE = -1, NONE, SOME };
enum later flags;
enum later { ZERO, LAST = 0x80000000 };
int main(void) {
    object = NEGATIVE;
    flags = LAST;
    if (object < 0 || fixed != NONE || flags != 0x80000000u || flags - 1 != 0x7fffffff)
        reach_error();
    return 0;
}
