// expect: ok
// An object that comes from others, and whose type is not defined here, is none of the program's.
struct device;
extern struct device *find(int);
extern int start(struct device *);
extern void reach_error(void);
struct state { int users; } state;
int main(void)
{
    struct device *device = find(1);
    state.users = 1;
    if (device && start(device) == 0 && state.users != 1)
        reach_error();
    return 0;
}
