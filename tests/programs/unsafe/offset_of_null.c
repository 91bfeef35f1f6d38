/* An offset, as it was written before there was `offsetof`, is counted in bytes. */
void reach_error(void);
struct pair {
    char first;
    int second;
    struct {
        short values[3];
    } inner;
};
enum {
    SECOND = (long)&((struct pair *)0)->second,
    LAST = (unsigned char)(unsigned long)&((struct pair *)256)->inner.values[2],
};

int main(void)
{
    if (SECOND == 4 || LAST != 12)
        reach_error();
    switch (LAST) {
    case (long)&((struct pair *)0)->inner.values[2]:
        return 0;
    }
    reach_error();
}
