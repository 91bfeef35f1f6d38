/* What freshly allocated, linked structures hold decides: any contents are possible, at any place that nothing else uses. */
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
    if (!(s->s3->cipher->algorithms & 30)) return 0;
    if (s->s3->reuse && s->hit == 1 && s->mode & 1 && s->version != s->mode && !(s->version & ~6)) reach_error();
    return 0;
}
