import { type Found, findProgram, isExecutable, type Missing } from './found.ts';
import { cachedProgramPath, ensureGoProgram, type GoProgram } from './go-build.ts';

const oasdiff: GoProgram = {
  name: 'oasdiff',
  binary: 'oasdiff',
  package: 'github.com/oasdiff/oasdiff',
  version: 'v1.38.0',
  expected: 'about a minute',
  module: {
    path: 'github.com/oasdiff/oasdiff',
    sum: 'h1:N1Y+d2fMEQCcJ6WkA+t/xXpaHZ6H7xLGBTafiF4w6z0=',
    needsGo: '1.26',
  },
};

/** A program that finds what breaks clients between two OpenAPI documents: `OASDIFF`, the PATH, or the cache. */
export async function findOasdiff(): Promise<Found | Missing> {
  const found = findProgram(['oasdiff'], 'OASDIFF');
  if (found !== undefined) return found;
  const path = cachedProgramPath(oasdiff);
  if (isExecutable(path)) return { path, origin: 'cache' };
  return { missing: 'oasdiff is not installed (with CI set, npm test builds it into the cache with Go)' };
}

/** The same, built by Go into the cache when it is not there. */
export async function ensureOasdiff(): Promise<Found | Missing> {
  return findProgram(['oasdiff'], 'OASDIFF') ?? ensureGoProgram(oasdiff);
}
