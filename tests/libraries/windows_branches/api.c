/* The function of `windows`, with additional branches as in the paper's "slightly more complicated
   versions": more of what is wrong with a name, what a machine does that is going down or asleep,
   who is told of a change, and how many times something changed. */

struct unicode_string {
  unsigned short length;
  unsigned short maximum;
  unsigned short *buffer;
};

#define SUCCESS 0
#define NAME_EXISTS 1073741824
#define INVALID_PARAMETER (-1073741811)
#define NAME_NOT_FOUND (-1073741772)
#define OBJECT_TYPE_MISMATCH (-1073741788)

#define LONGEST 512

enum { AWAKE, ASLEEP, GOING_DOWN };

/* Whether the interface of the one device that is modelled is enabled. */
static int interface_enabled;
/* What the machine does. */
static int machine;
/* Those who want to be told of changes. */
static int listeners;
static int told;
static int postponed;
static unsigned int enables;
static unsigned int disables;

int IoSetDeviceInterfaceState(struct unicode_string *name, unsigned char enable) {
  int status;
  int tell = 0;
  if (!name)
    return INVALID_PARAMETER;
  if (name->length == 0)
    return INVALID_PARAMETER;
  if (enable) {
    if (interface_enabled == 1) {
      status = NAME_EXISTS;
    } else {
      interface_enabled = 1;
      if (enables < 1000)
        enables = enables + 1;
      if (listeners > 0)
        tell = 1;
      status = SUCCESS;
    }
  } else {
    if (interface_enabled == 0) {
      status = NAME_NOT_FOUND;
    } else {
      interface_enabled = 0;
      if (disables < 1000)
        disables = disables + 1;
      if (listeners > 0)
        tell = 1;
      if (listeners > 16)
        listeners = 16;
      status = SUCCESS;
    }
  }
  /* Listeners hear of it now, later, or never. */
  if (tell) {
    if (machine == AWAKE) {
      told = listeners;
      if (postponed)
        postponed = 0;
    } else if (machine == ASLEEP) {
      if (postponed < LONGEST)
        postponed = postponed + 1;
    } else if (machine == GOING_DOWN) {
      listeners = 0;
      told = 0;
    } else {
      machine = AWAKE;
    }
  } else if (machine == GOING_DOWN) {
    listeners = 0;
  }
  return status;
}
