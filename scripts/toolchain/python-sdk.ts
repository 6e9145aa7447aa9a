import type { Found, Missing } from './found.ts';
import { ensureInPython, findInPython, pinnedPython } from './python-environment.ts';

/** The Python of an environment with what the SDK needs and what checks it: httpx, mypy, ruff, pytest and others. */
export function findPythonForSdk(): Found | Missing {
  const found = findInPython(pinnedPython('python-sdk'));
  return found ?? { missing: 'The tools of the Python SDK are not installed (npm test with CI set installs them)' };
}

/** The same, installed into the cache from PyPI when it is not there. */
export function ensurePythonForSdk(): Promise<Found | Missing> {
  return ensureInPython(pinnedPython('python-sdk'));
}
