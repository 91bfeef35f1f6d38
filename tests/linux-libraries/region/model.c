/* What somebody who knows regions would write by hand: two of them, with their first port. */
typedef unsigned long long resource_size_t;

int __VERIFIER_nondet_int(void);

struct resource {
  resource_size_t start;
  resource_size_t end;
  const char *name;
  unsigned long flags;
  unsigned long desc;
  struct resource *parent, *sibling, *child;
};

static struct resource region_first, region_second;

struct resource *__request_region(struct resource *parent, resource_size_t start,
                                  resource_size_t n, const char *name, int flags) {
  if (__VERIFIER_nondet_int())
    return 0;
  if (!region_first.flags) {
    region_first.start = start;
    region_first.flags = 1;
    return parent;
  }
  if (region_second.flags)
    return 0;
  region_second.start = start;
  region_second.flags = 1;
  return parent;
}

void __release_region(struct resource *parent, resource_size_t start, resource_size_t n) {
  if (region_first.flags && region_first.start == start)
    region_first.flags = 0;
  else if (region_second.flags && region_second.start == start)
    region_second.flags = 0;
}

/* For the tests: the ports when the machine starts, and whether nobody has them. */
void region_boot(void) {
  region_first.flags = 0;
  region_second.flags = 0;
}

int region_is_free(void) {
  if (region_first.flags)
    return 0;
  if (region_second.flags)
    return 0;
  return 1;
}
