/* Several returns, a switch, and a loop. */
int classify(int code, unsigned limit) {
  unsigned round = 0;
  switch (code) {
  case 0:
    return 10;
  case 1:
  case 2:
    return 20;
  default:
    break;
  }
  while (round < limit)
    round = round + 1;
  if (round < limit)
    return 10;
  return 30;
}
