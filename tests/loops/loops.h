/* What the loops here share: N is the number of rounds, BUG turns the last check round. */
extern void reach_error(void);

#ifndef N
#define N 10
#endif

#define ALWAYS(condition) do { if (!(condition)) reach_error(); } while (0)

#ifdef BUG
#define AT_END(condition) ALWAYS(!(condition))
#else
#define AT_END(condition) ALWAYS(condition)
#endif
