/* A member of a union in memory shares its bytes with the others. */
void reach_error(void);
union bits { unsigned word; unsigned short half[2]; };
static void clear(union bits *b) { b->word = 0; }
int main(void) {
    union bits b;
    clear(&b);
    if (b.half[0]) reach_error();
    return 0;
}
