/* Counts of users in structures. */
struct ref {
  int users;
};

void ref_init(struct ref *r) {
  r->users = 1;
}

void ref_get(struct ref *r) {
  r->users++;
}

int ref_put(struct ref *r) {
  r->users--;
  return r->users == 0;
}
