// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

union link { union link *next; long tag; };
int main(void) {
    union link first, second;
    second.tag = 5;
    first.next = &first;
    union link *p = &first;
    p->next->next = &second;
    check(second.tag != 5);
    return 0;
}
