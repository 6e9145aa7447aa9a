import { noteServer } from '../../scripts/testing/report.ts';
import { isFound } from '../../scripts/toolchain/found.ts';
import { ensureShopWheels, findShopWheels } from '../../scripts/toolchain/python-shop.ts';
import { whyNoPython } from './python.fixture.ts';

const wheels = process.env.CI ? await ensureShopWheels() : findShopWheels();
noteServer({ name: 'packages for a shop in Python', ...(isFound(wheels) ? { origin: wheels.origin } : wheels) });

/** Why nothing can be installed by pip here; undefined where it can. */
export const whyNoWheels = whyNoPython ?? (isFound(wheels) ? undefined : wheels.missing);

/** The environment in which pip installs what the SDK needs from the cache, and nothing from elsewhere. */
export function withShopWheels(): NodeJS.ProcessEnv {
  if (!isFound(wheels)) throw new Error(wheels.missing);
  return { PIP_NO_INDEX: '1', PIP_FIND_LINKS: wheels.path, PIP_DISABLE_PIP_VERSION_CHECK: '1' };
}
