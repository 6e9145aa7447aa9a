import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own, small enough to be filled in a moment. */
export interface SmallDisk {
  /** Takes all of its room. */
  fill(): void;
  /** Gives the room back. */
  free(): void;
  unmount(): void;
}

/** Why there can be no such disk here; undefined if there can. */
export function noSmallDisk(): string | undefined {
  if (process.platform !== 'linux') return 'A small disk needs Linux.';
  if (process.getuid?.() !== 0) return 'Only root can mount a small disk.';
  const probe = mkdtempSync(join(tmpdir(), 'tidegate-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', probe], { stdio: 'ignore' });
    execFileSync('umount', [probe]);
    return undefined;
  } catch {
    return 'This machine allows no mount.';
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

/** Mounts a disk in memory at this folder, which is made. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  const ballast = join(folder, 'ballast');
  return {
    fill: () => {
      // Others write meanwhile, so what is left is taken in ever smaller pieces.
      for (let round = 0; round < 5; round += 1) {
        const { bavail, bsize } = statfsSync(folder);
        try {
          execFileSync(
            'dd',
            ['if=/dev/zero', `of=${ballast}-${round}`, 'bs=64k', `count=${Math.ceil((bavail * bsize) / 65_536)}`],
            {
              stdio: 'ignore',
            },
          );
        } catch {
          // Full before it was done, which is what it is for.
        }
      }
    },
    free: () => {
      for (let round = 0; round < 5; round += 1) rmSync(`${ballast}-${round}`, { force: true });
    },
    unmount: () => {
      if (existsSync(folder)) execFileSync('umount', ['-l', folder]);
    },
  };
}
