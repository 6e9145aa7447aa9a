// Not execa: it ends the child alone, neither the child's children nor anything once we were killed ourselves; with
// groups and the guard on top, only the splitting of lines would be its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { guardGroup, releaseGroup } from './guard.ts';

/** A server of ours that runs as a child process. */
export interface RunningServer {
  readonly pid: number;
  /** Resolves when the process has ended, however that came about. */
  readonly exited: Promise<ProcessEnd>;
  /** Asks it to stop, ends it by force after the grace time. May be called any number of times. */
  stop(): Promise<void>;
}

/** How a process ended: by itself with a code, or by a signal. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A child process whose output is watched. */
export interface ManagedProcess extends RunningServer {
  /** The last lines it wrote, for a message about a failure. */
  logTail(): string;
}

export interface ProcessOptions {
  /** How the process is called in messages. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
  /** The signal that asks for a clean stop; SIGTERM when absent. */
  readonly stopSignal?: NodeJS.Signals;
  /** How long a clean stop may take before the process is ended by force. */
  readonly stopTimeoutMs?: number;
  /** Everything it writes goes to this file as well. */
  readonly logFile?: string;
  /** Receives each line as it is written. */
  readonly onLine?: (line: string) => void;
  /** Tries once whether the process serves; throws or answers false while it does not. */
  readonly ready?: () => Promise<boolean>;
  readonly readyTimeoutMs?: number;
}

const tailLines = 40;
const readyPollMs = 40;
const lastWordsMs = 250;

/**
 * Starts a process in a group of its own, under the guard, and waits until it is ready.
 *
 * @throws Error with the end of its log when it ends before it is ready or does not get ready in time.
 */
export async function startProcess(options: ProcessOptions): Promise<ManagedProcess> {
  const stopSignal = options.stopSignal ?? 'SIGTERM';
  const child = spawn(options.command, [...options.args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: options.env ?? process.env,
    cwd: options.cwd,
    uid: options.uid,
    gid: options.gid,
  });
  const tail = collectOutput(child, options);
  const pid = await spawned(child, options);
  guardGroup(pid, stopSignal);
  const outputEnds = endOfOutput(child);

  let ended = false;
  const exited = new Promise<ProcessEnd>((resolve) => {
    child.once('exit', (code, signal) => {
      ended = true;
      releaseGroup(pid);
      void outputEnds.then(() => resolve({ code, signal }));
    });
  });
  let stopping: Promise<void> | undefined;
  const managed: ManagedProcess = {
    pid,
    exited,
    logTail: () => tail.join('\n'),
    stop: () => {
      stopping ??= ended
        ? Promise.resolve()
        : stopGroup({ pid, stopSignal, exited, timeoutMs: options.stopTimeoutMs ?? 8_000 });
      return stopping;
    },
  };
  if (options.ready) await untilReady(managed, options, options.ready);
  return managed;
}

/** Its last words may be read after its end. Not for long: children that it left may keep the pipe open. */
function endOfOutput(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.once('exit', () => setTimeout(resolve, lastWordsMs));
  });
}

/** The part of its process that a service exposes. */
export function running({ pid, exited, stop }: ManagedProcess): RunningServer {
  return { pid, exited, stop };
}

function spawned(child: ChildProcess, options: ProcessOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${options.name} could not be started: ${error.message}`)));
    child.once('spawn', () => {
      if (child.pid !== undefined) resolve(child.pid);
    });
  });
}

function collectOutput(child: ChildProcess, options: ProcessOptions): string[] {
  const tail: string[] = [];
  const file =
    options.logFile === undefined ? undefined : createWriteStream(options.logFile, { flags: 'a', mode: 0o600 });
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      file?.write(chunk);
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        tail.push(line);
        options.onLine?.(line);
      }
      tail.splice(0, Math.max(0, tail.length - tailLines));
    });
    stream?.on('end', () => {
      if (rest !== '') tail.push(rest);
    });
  }
  child.once('close', () => file?.end());
  return tail;
}

async function untilReady(
  managed: ManagedProcess,
  options: ProcessOptions,
  ready: () => Promise<boolean>,
): Promise<void> {
  const timeoutMs = options.readyTimeoutMs ?? 30_000;
  const deadlineMs = Date.now() + timeoutMs;
  let ended: ProcessEnd | undefined;
  void managed.exited.then((end) => {
    ended = end;
  });
  let lastError = '';
  for (;;) {
    try {
      if (await ready()) return;
    } catch (error) {
      lastError = error instanceof Error ? error.message : String(error);
    }
    if (ended) {
      const how = ended.signal ? `was ended by ${ended.signal}` : `ended with code ${ended.code}`;
      throw new Error(`${options.name} ${how} before it was ready. Its last output:\n${managed.logTail()}`);
    }
    if (Date.now() > deadlineMs) {
      await managed.stop();
      const why = lastError === '' ? '' : ` (${lastError})`;
      throw new Error(
        `${options.name} was not ready within ${timeoutMs / 1000} s${why}. Its last output:\n${managed.logTail()}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, readyPollMs));
  }
}

interface GroupToStop {
  readonly pid: number;
  readonly stopSignal: NodeJS.Signals;
  readonly exited: Promise<unknown>;
  readonly timeoutMs: number;
}

async function stopGroup({ pid, stopSignal, exited, timeoutMs }: GroupToStop): Promise<void> {
  signalGroup(pid, stopSignal);
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<'expired'>((resolve) => {
    timer = setTimeout(() => resolve('expired'), timeoutMs);
  });
  const outcome = await Promise.race([exited, expired]);
  clearTimeout(timer);
  // Children of the process may outlive it: the group goes as a whole.
  signalGroup(pid, 'SIGKILL');
  if (outcome === 'expired') await exited;
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended by itself.
  }
}
