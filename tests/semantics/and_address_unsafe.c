// inputs:
// `q&&&q->b` is `q && &q->b`: a token is as long as it can be (C11 6.4p4).
extern void reach_error(void);
struct s { int a, b; };
static int both(struct s *q) { return q&&&q->b; }
int main(void)
{
    struct s s;
    if (both(&s) != 1 || both(0) != 1)
        reach_error();
    return 0;
}
