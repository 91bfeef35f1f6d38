// expect: function outside
// A structure of a type that is not defined here may be something else (C11 6.5p7).
struct base;
extern void count(struct base *);
extern void reach_error(void);
struct derived { int uses; int more; };
int main(void)
{
    struct derived object = {1, 1};
    count((struct base *)&object);
    if (object.uses != 1)
        reach_error();
    return 0;
}
