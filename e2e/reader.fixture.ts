import { type ChildProcess, spawn } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ManagedProcess, startProcess } from '../scripts/process/managed.ts';
import { makeRunFolder } from '../scripts/testing/run-folder.ts';
import { until } from '../scripts/testing/until.ts';
import type { Guide } from './guide.fixture.ts';

const root = join(import.meta.dirname, '..');
/** A whole product may be started, on a busy machine. */
const PATIENCE_MS = 300_000;

/** A person in the folder of the repository who does what guides say, letter by letter. */
export interface Reader {
  /**
   * @param byHand what to do for each numbered list, in their order
   * @throws Error with the output where a command fails, or does not show what the guide says
   */
  follow(guide: Guide, byHand?: readonly (() => Promise<void>)[]): Promise<void>;
  /** Closes all terminals, and ends the programs that guides left running in the background. */
  leave(): Promise<void>;
}

/** @param dataDir what the reader has as `.tidegate` */
export function openReader({ dataDir, env = {} }: { dataDir: string; env?: NodeJS.ProcessEnv }): Reader {
  const folder = makeRunFolder();
  const place = { cwd: folderOf(folder.path, dataDir), temporary: join(folder.path, 'tmp') };
  mkdirSync(place.temporary);
  // Python shows its lines at once, as in a terminal.
  const shown = { PYTHONUNBUFFERED: '1' };
  const all = { ...process.env, ...shown, DATA_DIR: dataDir, TMPDIR: place.temporary, ...env };
  const shell = openShell(place.cwd, all);
  const terminals = new Map<string, Terminal>();

  async function start(name: string, text: string): Promise<void> {
    await terminals.get(name)?.process.stop();
    console.log(`[${name}] $ ${text}`);
    const lines: string[] = [];
    const process = await startProcess({
      name,
      command: 'bash',
      args: ['-c', text],
      cwd: place.cwd,
      env: all,
      // Ctrl-C.
      stopSignal: 'SIGINT',
      stopTimeoutMs: 60_000,
      onLine: (line) => void lines.push(line),
    });
    terminals.set(name, { process, lines });
  }

  async function see(name: string, expected: readonly string[]): Promise<void> {
    const terminal = terminals.get(name);
    if (terminal === undefined) throw new Error(`Nothing runs in the terminal "${name}".`);
    const missing = () => linesNotShown(expected, terminal.lines);
    await until(async () => missing().length === 0, 'all lines are shown', PATIENCE_MS).catch(() => {
      throw new Error(
        `The terminal "${name}" does not show\n${missing().join('\n')}\nbut\n${terminal.lines.join('\n')}`,
      );
    });
  }

  return {
    follow: async ({ path, steps }, byHand = []) => {
      const hands = byHand[Symbol.iterator]();
      let output = '';
      for (const step of steps) {
        if (step.type === 'commands') output = await shell.run(step.text);
        else if (step.type === 'file') await shell.write(step.name, step.text);
        else if (step.type === 'lasting') await start(step.terminal, step.text);
        else if (step.type === 'by hand') await handOf(hands, { path, text: step.text })();
        else if (step.terminal !== undefined) await see(step.terminal, step.lines);
        else expectShown(path, step.lines, output);
      }
      if (hands.next().done !== true) throw new Error(`${path} has fewer numbered lists than its test does by hand.`);
    },
    leave: async () => {
      shell.close();
      await Promise.all([...terminals.values()].map((each) => each.process.stop()));
      endDaemons(place.temporary);
      folder.remove();
    },
  };
}

interface Terminal {
  readonly process: ManagedProcess;
  readonly lines: readonly string[];
}

/** The expected lines that are not among those shown. `…` matches anything. */
export function linesNotShown(expected: readonly string[], shown: readonly string[]): string[] {
  return expected.filter((line) => {
    const literal = line.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const pattern = new RegExp(`^${literal.replaceAll('…', '.*')}$`);
    return !shown.some((each) => pattern.test(each.trim()));
  });
}

function expectShown(path: string, expected: readonly string[], output: string): void {
  const missing = linesNotShown(expected, output.split('\n'));
  if (missing.length > 0) throw new Error(`${path} promises\n${missing.join('\n')}\nbut the reader sees\n${output}`);
}

function handOf(hands: Iterator<() => Promise<void>>, { path, text }: { path: string; text: string }) {
  const next = hands.next();
  if (next.done === true) throw new Error(`No test does this of ${path} by hand:\n${text}`);
  return next.value;
}

/** The repository as a reader's clone has it, with data of its own: links to all that is here. */
function folderOf(parent: string, dataDir: string): string {
  const folder = join(parent, 'tidegate');
  mkdirSync(folder);
  for (const name of readdirSync(root)) {
    if (name !== '.git' && name !== '.tidegate') symlinkSync(join(root, name), join(folder, name));
  }
  symlinkSync(dataDir, join(folder, '.tidegate'));
  return folder;
}

interface Shell {
  /** @returns what they print */
  run(commands: string): Promise<string>;
  /** Writes a file into the folder in which the shell is. */
  write(name: string, text: string): Promise<void>;
  close(): void;
}

/** One shell for all commands of a guide, so that its variables and functions stay. */
function openShell(cwd: string, env: NodeJS.ProcessEnv): Shell {
  const shell = spawn('bash', ['--noprofile', '--norc'], { cwd, env, detached: true });
  // One that has ended says so by its exit.
  shell.stdin.on('error', () => {});
  shell.stdin.write('set -e -o pipefail\nexec 2>&1\n');
  let count = 0;
  async function run(commands: string): Promise<string> {
    console.log(`$ ${commands.replaceAll('\n', '\n  ')}`);
    count += 1;
    const file = join(cwd, '..', `commands-${count}.sh`);
    writeFileSync(file, commands);
    const mark = `-- end of ${count} --`;
    const output = outputUntil(shell, mark);
    // A command that reads its input must not read ours.
    shell.stdin.write(`. "${file}" </dev/null\nprintf '\\n%s\\n' '${mark}'\n`);
    const text = await output;
    console.log(text.trimEnd());
    return text;
  }
  return {
    run,
    write: async (name, text) => {
      const written = join(cwd, '..', `file-${count}`);
      writeFileSync(written, text);
      await run(`mkdir -p "$(dirname '${name}')" && cp '${written}' '${name}'`);
    },
    close: () => {
      try {
        if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    },
  };
}

function outputUntil(shell: ChildProcess, mark: string): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      if (text.trimEnd().endsWith(mark)) settle(() => resolve(text.slice(0, text.lastIndexOf(mark))));
    };
    const end = (code: number | null): void => settle(() => reject(new Error(`A command failed (${code}):\n${text}`)));
    const settle = (then: () => void): void => {
      shell.stdout?.off('data', read);
      shell.off('exit', end);
      then();
    };
    shell.stdout?.on('data', read);
    shell.once('exit', end);
  });
}

/** A program that a guide sends into the background writes its number into its own folder. */
function endDaemons(folder: string): void {
  for (const file of globSync('**/*.pid', { cwd: folder })) {
    const pid = Number(readFileSync(join(folder, file), 'utf8'));
    try {
      if (pid > 1) process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
