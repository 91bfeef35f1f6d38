/* What is written to freshly allocated, linked structures stays, whatever else they hold. */
void reach_error(void);
void *malloc(unsigned long);
struct cipher { unsigned long algorithms; };
struct state { int reuse; struct cipher *cipher; };
struct connection { int version; struct state *s3; int hit; int mode; };
int main(void) {
    struct connection *s = malloc(sizeof *s);
    s->s3 = malloc(sizeof *s->s3);
    s->hit = 1;
    if (s->s3->cipher->algorithms & 256) return 0;
    s->mode = 0;
    if (s->s3->reuse && s->hit == 1 && s->mode & 1) reach_error();
    return 0;
}
