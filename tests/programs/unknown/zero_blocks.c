// expect: the address of allocated memory
/* All blocks without bytes may be one. */
void *kmalloc(unsigned long size, unsigned flags);
void reach_error(void);

int main(void)
{
    void *last = 0;
    for (int i = 0; i < 3; i++) {
        void *block = kmalloc(0, 0);
        if (block && block == last)
            reach_error();
        last = block;
    }
    return 0;
}
