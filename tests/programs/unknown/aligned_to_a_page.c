// expect: x
/* Executions put objects where their types allow, also those that are aligned to a cache line or to
   a page. */
void reach_error(void);
int x;
char line[64] __attribute__((aligned(64)));
char page[4096] __attribute__((aligned(4096)));

static int begins(char *p) { return ((unsigned long)p & 63) == 0; }

int main(void)
{
    int z;
    char *next = (char *)(((unsigned long)(page + 1) + 4095) & ~4095ul);
    if (!begins(line) || next != page + 4096)
        reach_error();
    return (int)(long)&x + (int)(long)&z;
}
