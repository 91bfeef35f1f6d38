// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct message {
    int length;
    int words[];
};
static struct message message = {2, {3, 4}};
int main(void) {
    struct message *p = &message;
    int kept = p->words[1];
    asm("movl $9, 8+%0" : "+m"(*p));
    check(p->words[1] == kept);
    return 0;
}
