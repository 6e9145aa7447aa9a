import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Found, findProgram, isExecutable, type Missing } from './found.ts';
import { ensureGoProgram, type GoProgram } from './go-build.ts';

const btcd: GoProgram = {
  name: 'btcd',
  binary: 'btcd',
  package: 'github.com/btcsuite/btcd',
  version: 'v0.26.2',
  expected: 'about 40 seconds',
};

const bchd: GoProgram = {
  name: 'bchd',
  binary: 'bchd',
  package: 'github.com/gcash/bchd',
  version: 'v0.21.1',
  byOwnModule: true,
  expected: 'about 40 seconds',
};

const toxiproxy: GoProgram = {
  name: 'toxiproxy',
  binary: 'server',
  package: 'github.com/Shopify/toxiproxy/v2/cmd/server',
  version: 'v2.12.0',
  expected: 'about 10 seconds',
};

/** Litecoin Core: `LITECOIND`, or `litecoind` on the PATH. */
export async function ensureLitecoind(): Promise<Found | Missing> {
  return (
    findProgram(['litecoind'], 'LITECOIND') ?? {
      missing: 'litecoind is not installed (Debian: apt-get install litecoind)',
    }
  );
}

/** btcd: `BTCD`, the PATH, the cache, or built by Go. */
export async function ensureBtcd(): Promise<Found | Missing> {
  return findProgram(['btcd'], 'BTCD') ?? ensureGoProgram(btcd);
}

/** bchd: `BCHD`, the PATH, the cache, or built by Go. */
export async function ensureBchd(): Promise<Found | Missing> {
  return findProgram(['bchd'], 'BCHD') ?? ensureGoProgram(bchd);
}

/** Foundry's anvil: `ANVIL`, the npm package for this system, or the PATH. */
export async function ensureAnvil(): Promise<Found | Missing> {
  if (process.env.ANVIL) return findProgram([], 'ANVIL') ?? { missing: 'ANVIL is empty' };
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  try {
    const description = createRequire(import.meta.url).resolve(
      `@foundry-rs/anvil-${process.platform}-${arch}/package.json`,
    );
    const path = join(dirname(description), 'bin', 'anvil');
    if (isExecutable(path)) return { path, origin: 'package' };
  } catch {
    // There is no package for this system; the PATH may have it.
  }
  return (
    findProgram(['anvil']) ?? {
      missing: 'anvil is not installed: neither its npm package for this system nor a program on the PATH',
    }
  );
}

/**
 * A Chromium: `CHROMIUM_PATH`, or a usual name on the PATH; rather one without windows, which needs two thirds of the
 * processor time.
 */
export async function ensureChromium(): Promise<Found | Missing> {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return (
    findProgram(names, 'CHROMIUM_PATH') ?? {
      missing:
        'Chromium is not installed (Debian: apt-get install chromium-headless-shell), and CHROMIUM_PATH is not set',
    }
  );
}

/** A proxy that breaks connections on purpose: `TOXIPROXY`, the PATH, the cache, or built by Go. For fault tests. */
export async function ensureToxiproxy(): Promise<Found | Missing> {
  return findProgram(['toxiproxy-server'], 'TOXIPROXY') ?? ensureGoProgram(toxiproxy);
}
