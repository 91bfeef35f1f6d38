struct kref { int count; };
void kref_init(struct kref *k);
void kref_get(struct kref *k);
int kref_put(struct kref *k, void (*release)(struct kref *k));
static struct kref device;
int nondet(void);

int main(void) {
  kref_init(&device);
  if (nondet()) {
    kref_get(&device);
    kref_put(&device, 0);
  }
  kref_put(&device, 0);
  return 0;
}
