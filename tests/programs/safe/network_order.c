/* Numbers in the order of bytes of the network (POSIX `arpa/inet.h`). */
unsigned short htons(unsigned short value), ntohs(unsigned short value);
unsigned htonl(unsigned value);
extern void reach_error(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned short port = __VERIFIER_nondet_ushort();
  if (ntohs(htons(port)) != port)
    reach_error();
  if (htonl(0x01020304) != 0x04030201)
    reach_error();
  return 0;
}
