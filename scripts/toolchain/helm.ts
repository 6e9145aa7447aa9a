import { type Found, findProgram, isExecutable, isFound, type Missing } from './found.ts';
import { cachedProgramPath, ensureGoProgram, type GoProgram } from './go-build.ts';

const helm: GoProgram = {
  name: 'helm',
  binary: 'helm',
  package: 'helm.sh/helm/v3/cmd/helm',
  version: 'v3.20.2',
  ldflags: '-s -w',
  expected: 'about 3 minutes on two cores',
};

/** Helm, which renders the chart: `HELM`, the PATH, or the cache. Nothing is built. */
export function findHelm(): Found | Missing {
  const path = cachedProgramPath(helm);
  return (
    findProgram(['helm'], 'HELM') ??
    (isExecutable(path) ? { path, origin: 'cache' } : { missing: 'helm is not installed, and not built in the cache' })
  );
}

/** The same, built by Go into the cache when it is not there. */
export async function ensureHelm(): Promise<Found | Missing> {
  const found = findHelm();
  return isFound(found) ? found : ensureGoProgram(helm);
}
