// The host side alone; here there is no difference.
#pragma once

#include "hip_runtime.h"
