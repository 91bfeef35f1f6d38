// The old component ran code of the other one, so nothing is known of what the old assembly did.
void go(void);
void stop(void);
void one(void) { go(); stop(); }
