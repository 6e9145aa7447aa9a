import { noteServer } from '../../scripts/testing/report.ts';
import { isFound } from '../../scripts/toolchain/found.ts';
import { ensureShopWheels, findShopWheels } from '../../scripts/toolchain/python-shop.ts';
import { runPython, whyNoPython } from './python.fixture.ts';

const wheels = process.env.CI ? await ensureShopWheels() : findShopWheels();
noteServer({ name: 'packages for a shop in Python', ...(isFound(wheels) ? { origin: wheels.origin } : wheels) });

/** Why nothing can be installed by pip here; undefined where it can. */
export const whyNoWheels = whyNoPython ?? (isFound(wheels) ? undefined : wheels.missing);

/**
 * Builds the SDK as it would be published.
 *
 * @returns the environment in which `pip install tidegate` takes it, and what it needs from the cache
 */
export async function publishLocally(folder: string): Promise<NodeJS.ProcessEnv> {
  if (!isFound(wheels)) throw new Error(wheels.missing);
  await runPython('hatchling', ['build', '--target', 'wheel', '--directory', folder]);
  return { PIP_NO_INDEX: '1', PIP_FIND_LINKS: `${folder} ${wheels.path}`, PIP_DISABLE_PIP_VERSION_CHECK: '1' };
}
