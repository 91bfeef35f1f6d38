// Runs code of the other component, which has events.
void go(void);
void stop(void);
void helper(void);
void one(void) { helper(); go(); stop(); }
