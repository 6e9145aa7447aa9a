import { type Found, isFound, type Missing } from './found.ts';
import { ensureInNpm, findInNpm } from './npm-environment.ts';

const environment = { name: 'quickstarts' };

/** The folder with the `node_modules` that docs/quickstart/ installs besides the SDK, if it is in the cache. */
export async function findQuickstartPackages(): Promise<Found | Missing> {
  return (
    findInNpm(environment) ?? { missing: 'Express and Next.js are not installed (with CI set, npm test installs them)' }
  );
}

/** The same, installed into the cache when they are not there: 350 MB. */
export async function ensureQuickstartPackages(): Promise<Found | Missing> {
  const found = await findQuickstartPackages();
  return isFound(found) ? found : ensureInNpm(environment);
}
