#define VERSION 0
