void begin(void);
void end(void);
void run(void) {
  begin();
  end();
}
