import { resolve } from 'node:path';
import { type ManagedProcess, startProcess } from '../process/managed.ts';
import { programArgs, programEnv } from './node-options.ts';

const root = resolve(import.meta.dirname, '..', '..');

/**
 * Starts one of the product's own programs with this Node; its entry is a path in this checkout, or an absolute one in
 * another. Its log goes to a file, what a person must see to the
 * terminal.
 */
export function startProgram(options: {
  readonly name: string;
  readonly entry: string;
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
  readonly ready: (output: ProgramOutput) => Promise<boolean>;
}): Promise<ManagedProcess> {
  const output: ProgramOutput = { lines: new Set() };
  return startProcess({
    name: options.name,
    command: process.execPath,
    args: [...programArgs, resolve(root, options.entry)],
    env: programEnv(options.env),
    logFile: options.logFile,
    readyTimeoutMs: 120_000,
    stopTimeoutMs: 10_000,
    onLine: (line) => {
      if (line.includes(workerReady)) output.lines.add(workerReady);
      const shown = readable(line);
      if (shown !== undefined) process.stdout.write(`[${options.name}] ${shown}\n`);
    },
    ready: () => options.ready(output),
  });
}

/** The worker's log line when it polls its task queues. */
export const workerReady = 'worker ready';

/** Which of the known lines a program has written so far. */
export interface ProgramOutput {
  readonly lines: Set<string>;
}

/** Runs one of the product's programs to its end. @throws Error with its last lines when it fails. */
export async function runProgram(options: {
  readonly name: string;
  readonly entry: string;
  readonly args?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}): Promise<void> {
  const program = await startProcess({
    name: options.name,
    command: process.execPath,
    args: [...programArgs, resolve(root, options.entry), ...(options.args ?? [])],
    env: programEnv(options.env),
  });
  const { code, signal } = await program.exited;
  if (code !== 0) throw new Error(`${options.name} failed (${signal ?? `code ${code}`}):\n${program.logTail()}`);
}

/**
 * A log line as a person should see it: warnings and errors of structured logs, and everything that is not structured.
 */
function readable(line: string): string | undefined {
  if (!line.startsWith('{')) return line.trim() === '' ? undefined : line;
  try {
    const entry = JSON.parse(line) as { level?: number | string; msg?: string; err?: { message?: string } };
    const isLoud =
      typeof entry.level === 'number' ? entry.level >= 40 : ['warn', 'error', 'fatal'].includes(entry.level ?? '');
    if (!isLoud) return undefined;
    return [entry.msg, entry.err?.message].filter(Boolean).join(': ');
  } catch {
    return line;
  }
}
