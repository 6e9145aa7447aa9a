import { join } from 'node:path';
import { type Found, findProgram, isFound, type Missing } from './found.ts';
import { ensureInNpm, findInNpm } from './npm-environment.ts';

const environment = { name: 'prism' };

/**
 * Prism, which answers like an API by its OpenAPI document: `PRISM`, or the cache. Nothing is fetched. It has 213
 * packages of which nothing else here needs one, so they are not in the lock file of everybody's checkout.
 */
export async function findPrism(): Promise<Found | Missing> {
  const found = findProgram([], 'PRISM') ?? programOf(findInNpm(environment));
  return found ?? { missing: 'Prism is not installed (with CI set, npm test installs it into the cache)' };
}

/** The same, installed into the cache when it is not there. */
export async function ensurePrism(): Promise<Found | Missing> {
  const found = await findPrism();
  if (isFound(found)) return found;
  const installed = await ensureInNpm(environment);
  return isFound(installed) ? programOf(installed) : installed;
}

function programOf<Place extends Found | undefined>(place: Place) {
  return place === undefined ? place : { ...place, path: join(place.path, 'node_modules/.bin/prism') };
}
