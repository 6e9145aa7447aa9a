import { type Found, findProgram, isFound, type Missing } from './found.ts';
import { ensureInPython, findInPython } from './python-environment.ts';

const version = '4.32.5';
const environment = { name: 'schemathesis', version, program: 'schemathesis', packages: [`schemathesis==${version}`] };

/**
 * Schemathesis, which tries an API by its OpenAPI document: `SCHEMATHESIS`, the PATH, or the cache. Nothing is fetched.
 */
export async function findSchemathesis(): Promise<Found | Missing> {
  const found = findProgram(['schemathesis'], 'SCHEMATHESIS') ?? findInPython(environment);
  return found ?? { missing: 'schemathesis is not installed (npm run test:api-fuzz installs it into the cache)' };
}

/** The same, installed into the cache from PyPI when it is not there. One run installs; another waits for it. */
export async function ensureSchemathesis(): Promise<Found | Missing> {
  const found = await findSchemathesis();
  return isFound(found) ? found : ensureInPython(environment);
}
