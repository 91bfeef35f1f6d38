// expect: function outside
// What a handle points to, whose type is not defined here, is known to be of another type.
struct pool;
extern struct pool *make(void);
extern void change(struct pool *);
extern void reach_error(void);
int main(void)
{
    struct pool *pool = make();
    if (!pool)
        return 0;
    int *number = (int *)pool;
    *number = 0;
    change(pool);
    if (*number != 0)
        reach_error();
    return 0;
}
