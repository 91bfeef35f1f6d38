// with ref.lib: certified
// with C: certified
// alone: violated
extern void reach_error(void);
struct ref {
  int users;
};
void ref_init(struct ref *r);
void ref_get(struct ref *r);
int ref_put(struct ref *r);
int main(void) {
  struct ref r;
  ref_init(&r);
  ref_get(&r);
  if (ref_put(&r))
    reach_error();
  if (!ref_put(&r))
    reach_error();
  return 0;
}
