import { execFileSync } from 'node:child_process';

/**
 * The files changed since the commit that `--changed` names (`--changed` alone: the last one), new ones included; as
 * vitest understands the same option. Undefined without it.
 */
export function changedSince(args: readonly string[]): readonly string[] | undefined {
  const option = args.find((arg) => arg === '--changed' || arg.startsWith('--changed='));
  if (option === undefined) return undefined;
  const since = option.slice('--changed='.length) || 'HEAD';
  return [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')];
}

/**
 * Whether the journeys through the whole product can notice a change of these files: of any file of a program, or of a
 * journey. They start programs, so the imports of a test do not say it.
 */
export function reachesProduct(files: readonly string[]): boolean {
  return files.some(
    (file) => GUIDES.test(file) || (/^e2e\/|\.(ts|tsx|mjs|sql|css|html|json)$/.test(file) && !OUTSIDE.test(file)),
  );
}

/** A journey follows them as they are printed. */
const GUIDES = /^README\.md$|^docs\/(?:guides|quickstart)\//;

/** Documents, benchmarks, and tests that are no journeys. */
const OUTSIDE = /^(bench|docs)\/|^(?!e2e\/).*\.(test|fixture)\.tsx?$/;

function git(...args: string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).split('\n').filter(Boolean);
}
