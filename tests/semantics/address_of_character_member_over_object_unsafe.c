// inputs: 0
void reach_error(void);
void *malloc(unsigned long);
struct bytes { unsigned char low, high; };
struct word { short value; int other; };
static void set(void *object) {
    unsigned char *high = &((struct bytes *)object)->high;
    *high = 7;
}
int main(void) {
    struct word *word = malloc(sizeof(struct word));
    if (!word)
        return 0;
    word->value = 5;
    set(word);
    if (word->value != 5)
        reach_error();
    return 0;
}
