import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../process/ports.ts';
import { makeRunFolder } from '../testing/run-folder.ts';
import type { Started } from './announce.ts';

const root = join(import.meta.dirname, '..', '..');

/** The parts that the start-up loads, and those that it prepares. */
const PARTS = [
  'scripts',
  'settings',
  'tracing',
  'contract',
  'db',
  'domain',
  'workflows',
  'activities',
  'temporal',
  'locales',
  'package.json',
  'package-lock.json',
];

const stampName = '.tidegate-installed';

const standIns = {
  'api/server.ts': `
    import { createServer } from 'node:http';
    createServer((_, response) => response.end('{"data":[1]}')).listen(Number(process.env.PORT), process.env.HOST);
    process.on('SIGTERM', () => process.exit(0));`,
  'temporal/worker.ts': `
    setInterval(() => {}, 1000);
    console.log('{"level":"info","msg":"worker ready"}');
    process.on('SIGTERM', () => process.exit(0));`,
  'scripts/seed-production.ts': '',
  'scripts/seed.ts': `
    import { writeFileSync } from 'node:fs';
    const api = { key: 'k', secret: 's', notification_key: 'whsec_n' };
    writeFileSync(process.env.SEED_OUTPUT, JSON.stringify({ login: { email: 'demo@example.com', password: 'p' }, api }));
    writeFileSync(process.env.SEED_STAFF_OUTPUT, 'null');`,
};

/**
 * A checkout whose start-up is the real one (Postgres, Temporal, mail, locks, signals), with stand-ins for the three
 * programs it conducts: what is under test is the conducting.
 */
export interface Checkout {
  readonly home: string;
  readonly dataDir: string;
  readonly port: number;
  /** Runs `scripts/bootstrap.mjs scripts/start.ts`, as `npm start` does. */
  start(env?: NodeJS.ProcessEnv): StartedRun;
  remove(): void;
}

export interface StartedRun {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  output(): string;
  /** Resolves once started.json is there. @throws Error with the output when it ends before. */
  ready(): Promise<Started>;
}

/** Makes the checkout in a folder of its own. */
export async function makeCheckout(): Promise<Checkout> {
  const folder = makeRunFolder();
  const home = join(folder.path, 'checkout');
  for (const part of PARTS) cpSync(join(root, part), join(home, part), { recursive: true });
  linkDependencies(home);
  for (const [path, content] of Object.entries(standIns)) {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), content);
  }
  const dataDir = join(folder.path, 'data');
  const port = await freePort();
  return {
    home,
    dataDir,
    port,
    start: (env = {}) => runStart(home, { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...env }),
    remove: folder.remove,
  };
}

/** Links each package on its own, marked as installed: nothing that is done to this folder can reach the real one. */
function linkDependencies(home: string): void {
  const target = join(home, 'node_modules');
  mkdirSync(target);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== stampName) symlinkSync(join(root, 'node_modules', name), join(target, name));
  }
  const lockHash = createHash('sha256')
    .update(readFileSync(join(home, 'package-lock.json')))
    .digest('hex');
  writeFileSync(join(target, stampName), lockHash);
}

/** Every process that has the folder in its command line or environment. */
export function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        return command !== '' && (command.includes(folder) || environment.includes(folder))
          ? [`${pid} ${command}`]
          : [];
      } catch {
        return [];
      }
    });
}

function runStart(home: string, env: NodeJS.ProcessEnv): StartedRun {
  const child = spawn(process.execPath, [join(home, 'scripts', 'bootstrap.mjs'), 'scripts/start.ts'], {
    cwd: home,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  let ended = false;
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      ended = true;
      resolve(code);
    });
  });
  const startedFile = join(env.DATA_DIR ?? '', 'started.json');
  return {
    child,
    exited,
    output: () => output,
    ready: async () => {
      while (!output.includes('Ctrl-C stops everything')) {
        if (ended) throw new Error(`it ended before it was ready:\n${output}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      if (!existsSync(startedFile)) throw new Error('it says it is ready but wrote no started.json');
      return JSON.parse(readFileSync(startedFile, 'utf8')) as Started;
    },
  };
}
