/* tests/hirep/neighbours.c: iup, idn and ipt agree, and path blocks of PB_T .. PB_Z sites are contiguous per parity. */
#include "global.h"
#include "geometry.h"
#include "setup.h"

int main(int argc, char *argv[])
{
	int wrong = 0, parity = 0, block[2][2] = {{1 << 30, -1}, {1 << 30, -1}};
	setup_process(&argc, &argv);
	for (int t = 0; t < T; t++)
		for (int x = 0; x < X; x++)
			for (int y = 0; y < Y; y++)
				for (int z = 0; z < Z; z++) {
					const int ix = ipt(t, x, y, z);
					wrong += iup(ix, 0) != ipt(t + 1, x, y, z) || idn(ix, 0) != ipt(t - 1, x, y, z);
					wrong += iup(ix, 1) != ipt(t, x + 1, y, z) || idn(ix, 1) != ipt(t, x - 1, y, z);
					wrong += iup(ix, 2) != ipt(t, x, y + 1, z) || idn(ix, 2) != ipt(t, x, y - 1, z);
					wrong += iup(ix, 3) != ipt(t, x, y, z + 1) || idn(ix, 3) != ipt(t, x, y, z - 1);
					for (int mu = 0; mu < 4; mu++) wrong += idn(iup(ix, mu), mu) != ix;
					const int odd = (t + x + y + z) % 2;
					parity += odd != (ix >= glat_odd.master_shift);
					if (t >= PB_T || x >= PB_X || y >= PB_Y || z >= PB_Z) continue;
					if (ix < block[odd][0]) block[odd][0] = ix;
					if (ix > block[odd][1]) block[odd][1] = ix;
				}
	printf("wrong %d parity %d blocks %d to %d and %d to %d\n", wrong, parity, block[0][0], block[0][1],
	       block[1][0], block[1][1]);
	return finalize_process();
}
