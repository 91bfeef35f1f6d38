/* A card is woken up in several states, which count how often it does not answer. */
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
enum state { RESET, IDLE, ASKED, WAKING, READY, FAILED };
struct card { enum state state; int retries; unsigned char selected; };
static int wake(struct card *card)
{
    card->state = RESET;
    card->retries = 0;
    card->selected = 1;
    for (;;) {
        switch (card->state) {
        case RESET:
            card->selected = 0;
            card->state = IDLE;
            break;
        case IDLE:
            if (__VERIFIER_nondet_uchar() == 1) {
                card->state = ASKED;
                card->retries = 0;
            } else if (++card->retries > 10) {
                card->state = FAILED;
            }
            break;
        case ASKED:
            card->state = WAKING;
            break;
        case WAKING:
            if (__VERIFIER_nondet_uchar() == 0)
                card->state = READY;
            else if (++card->retries > 100)
                card->state = FAILED;
            break;
        case READY:
            card->selected = 1;
            if (card->retries > 100)
                reach_error();
            return 0;
        case FAILED:
            card->selected = 1;
            if (card->retries != 11 && card->retries != 101)
                reach_error();
            return -1;
        }
    }
}
int main(void)
{
    struct card card;
    wake(&card);
    if (card.selected != 1)
        reach_error();
    return 0;
}
