// A table that one loop fills and another reads: each has its own rounds, more than are tried at
// once.
extern void reach_error(void);

static int table[60];

int main(void) {
    for (int i = 0; i < 60; i++)
        table[i] = i * 3;
    for (int i = 0; i < 60; i++)
        if (table[i] != i * 3)
            reach_error();
    return 0;
}
