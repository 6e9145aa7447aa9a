import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startProcess } from '../../scripts/process/managed.ts';
import { noteServer } from '../../scripts/testing/report.ts';
import { isFound } from '../../scripts/toolchain/found.ts';
import { ensurePythonForSdk, findPythonForSdk } from '../../scripts/toolchain/python-sdk.ts';

const python = process.env.CI ? await ensurePythonForSdk() : findPythonForSdk();
noteServer({ name: 'the tools of the Python SDK', ...(isFound(python) ? { origin: python.origin } : python) });

/** Why the Python SDK cannot be tested here; undefined where it can. */
export const whyNoPython = isFound(python) ? undefined : python.missing;

/** The folder of the SDK. */
export const sdk = import.meta.dirname;

/**
 * Runs a program of the environment in which the SDK is tested, such as `pytest`.
 *
 * @returns what it printed
 * @throws Error with the end of that if it fails
 */
export async function runPython(
  program: string,
  args: readonly string[],
  { env = {}, cwd = sdk }: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): Promise<string> {
  if (!isFound(python)) throw new Error(python.missing);
  const command = program.includes('/') ? program : join(dirname(python.path), program);
  const lines: string[] = [];
  const step = await startProcess({
    name: program,
    command,
    args,
    cwd,
    // Compiled files would lie in the repository.
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
    onLine: (line) => void lines.push(line),
  });
  const { code } = await step.exited;
  if (code !== 0) throw new Error(`${program} failed (${code}):\n${lines.slice(-80).join('\n')}`);
  return lines.join('\n');
}

/** A folder for one test. */
export function makeFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'tidegate-python-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
