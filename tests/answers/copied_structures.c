// Structures by value, arrays of structures, a union, a pointer to a pointer.
extern void reach_error(void);
extern int pick(void);
struct point { short x, y; };
union word { unsigned int all; struct point point; };
struct table { struct point rows[3]; union word words[2]; };
static struct table table;

static void set(struct point **where, struct point what) { **where = what; }

int main(void) {
  int i = pick();
  if (i < 0 || i > 2)
    return 1;
  struct point *p = &table.rows[i];
  struct point what = { 3, 4 };
  set(&p, what);
  table.words[1].all = 9;
  if (table.rows[2].y == 4 && table.words[1].all == 9)
    reach_error();
  return 0;
}
