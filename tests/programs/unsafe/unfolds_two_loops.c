// A table that one loop fills and another reads, where the last element is not what is asked for.
extern void reach_error(void);

static int table[60];

int main(void) {
    for (int i = 0; i < 60; i++)
        table[i] = i * 3;
    for (int i = 0; i < 60; i++)
        if (table[i] != i * 3 - (i == 59))
            reach_error();
    return 0;
}
