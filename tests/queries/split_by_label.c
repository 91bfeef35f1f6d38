/* A routine whose requests have labels, as in figure 6 of paper 002; its caller uses its result. */
extern int request(void);
extern void complete(int *packet);

static int packet;

static int start(void)
{
    packet = 1;
    return request() ? 0 : -1;
}

int serve(int minor)
{
    int status = 0;
    switch (minor) {
    L_1:
    case 1:
        status = start();
        complete(&packet);
        break;
    L_2:
    case 2:
        if (status == 0)
            complete(&packet);
        break;
    L_3:
    case 3:
        status = 7;
        complete(&packet);
        break;
    default:
        status = -2;
        complete(&packet);
    }
    if (status == 99)
        complete(&packet);
    return status;
}

int main(void)
{
    int last = serve(request());
    return last < 0;
}
