/* A recursive-descent parser over an unknown token stream. When it accepts, every parenthesis that was opened has been closed. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int token;
static int depth;

static void advance(void) { token = __VERIFIER_nondet_int(); }

static int expression(void);

static int primary(void)
{
    if (token == '(') {
        depth++;
        advance();
        if (!expression() || token != ')')
            return 0;
        depth--;
        advance();
        return 1;
    }
    if (token < '0' || token > '9')
        return 0;
    advance();
    return 1;
}

static int term(void)
{
    if (!primary())
        return 0;
    while (token == '*') {
        advance();
        if (!primary())
            return 0;
    }
    return 1;
}

static int expression(void)
{
    if (!term())
        return 0;
    while (token == '+') {
        advance();
        if (!term())
            return 0;
    }
    return 1;
}

int main(void)
{
    advance();
    if (expression() && depth != 0)
        reach_error();
    return 0;
}
