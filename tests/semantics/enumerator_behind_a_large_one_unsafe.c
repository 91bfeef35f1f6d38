// inputs:
// gcc: an enumerator without a value has the type of the one before.
void reach_error(void);
enum large { a = 4294967293U, b };
enum negative { m = -1099511627775LL, n };
int main(void) {
    if (b != 4294967295U || n != -1099511627774LL || sizeof(enum negative) != 8)
        reach_error();
    return 0;
}
