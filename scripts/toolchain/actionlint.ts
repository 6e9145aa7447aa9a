import { type Found, findProgram, isExecutable, isFound, type Missing } from './found.ts';
import { cachedProgramPath, ensureGoProgram, type GoProgram } from './go-build.ts';

const actionlint: GoProgram = {
  name: 'actionlint',
  binary: 'actionlint',
  package: 'github.com/rhysd/actionlint/cmd/actionlint',
  version: 'v1.7.12',
  ldflags: '-s -w',
  expected: 'half a minute on two cores',
};

/** actionlint, which checks workflow files of hosted CI: `ACTIONLINT`, the PATH, or the cache. Nothing is built. */
export function findActionlint(): Found | Missing {
  const path = cachedProgramPath(actionlint);
  return (
    findProgram(['actionlint'], 'ACTIONLINT') ??
    (isExecutable(path)
      ? { path, origin: 'cache' }
      : { missing: 'actionlint is not installed, and not built in the cache' })
  );
}

/** The same, built by Go into the cache when it is not there. */
export async function ensureActionlint(): Promise<Found | Missing> {
  const found = findActionlint();
  return isFound(found) ? found : ensureGoProgram(actionlint);
}
