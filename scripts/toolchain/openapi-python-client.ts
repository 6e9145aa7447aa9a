import { type Found, findProgram, isFound, type Missing } from './found.ts';
import { ensureInPython, findInPython } from './python-environment.ts';

const version = '0.29.1';
const name = 'openapi-python-client';
const environment = { name, version, program: name, packages: [`${name}==${version}`] };

/**
 * A program that generates a Python package from an OpenAPI document: `OPENAPI_PYTHON_CLIENT`, the PATH, or the cache.
 * Nothing is fetched.
 */
export async function findClientGenerator(): Promise<Found | Missing> {
  const found = findProgram([name], 'OPENAPI_PYTHON_CLIENT') ?? findInPython(environment);
  return found ?? { missing: `${name} is not installed (with CI set, npm test installs it into the cache)` };
}

/** The same, installed into the cache from PyPI when it is not there. One run installs; another waits for it. */
export async function ensureClientGenerator(): Promise<Found | Missing> {
  const found = await findClientGenerator();
  return isFound(found) ? found : ensureInPython(environment);
}
