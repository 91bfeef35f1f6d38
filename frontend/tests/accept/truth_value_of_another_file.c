// expect: ok
/* Nothing but the object comes from outside. */
extern _Bool ready;
int main(void) {
    return ready ? 1 : 0;
}
