// expect: function outside
// Storage for an object whose type is not defined here.
struct pool;
extern void set_up(struct pool *);
extern void reach_error(void);
int main(void)
{
    char storage[16] = {0};
    set_up((struct pool *)storage);
    if (storage[0] != 0)
        reach_error();
    return 0;
}
