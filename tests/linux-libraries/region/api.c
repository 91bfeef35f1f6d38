/* __request_region and __release_region of kernel/resource.c of Linux 6.1, reduced to the regions
   of drivers that want at most two: the tree below the parent is two slots, whose flags are zero
   where nobody has them. Locks, muxed regions, names and sizes are left
   out. Whether memory is there for a resource, and whether another driver has the region, is any
   number each time. */
typedef unsigned long long resource_size_t;

struct resource {
  resource_size_t start;
  resource_size_t end;
  const char *name;
  unsigned long flags;
  unsigned long desc;
  struct resource *parent, *sibling, *child;
};

static struct resource region_first, region_second;
struct resource *volatile region_allocated;
volatile int region_is_taken;

struct resource *__request_region(struct resource *parent, resource_size_t start,
                                  resource_size_t n, const char *name, int flags) {
  struct resource *res = region_allocated;
  if (!res)
    return 0;
  if (region_is_taken)
    return 0;
  if (region_first.flags == 0) {
    region_first.start = start;
    region_first.flags = 0x80000000;
    return res;
  }
  if (region_second.flags == 0) {
    region_second.start = start;
    region_second.flags = 0x80000000;
    return res;
  }
  return 0;
}

void __release_region(struct resource *parent, resource_size_t start, resource_size_t n) {
  if (region_first.flags != 0 && region_first.start == start) {
    region_first.flags = 0;
    return;
  }
  if (region_second.flags != 0 && region_second.start == start)
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
