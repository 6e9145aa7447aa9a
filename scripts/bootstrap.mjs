// Runs one of the project's TypeScript programs from a fresh clone: `node scripts/bootstrap.mjs <entry.ts>
// [arguments]`. This file alone runs on the Node of the machine (20 or newer), so it is plain JavaScript and imports
// only built-ins.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const nodeBinary = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const stampFile = join(root, 'node_modules', '.tidegate-installed');

/** The size of the packages on disk. */
const neededMb = 2_000;

/** A terminal sends Ctrl-C to us directly and npm sends it on, so two within this time are one. */
const repeatedSignalMs = 500;

const [entry, ...args] = process.argv.slice(2);
let interrupted = false;
const needsEverything = /^(bench\/|scripts\/(test|fuzz))/.test(entry ?? '');
if (entry === undefined) {
  console.error('usage: node scripts/bootstrap.mjs <entry.ts> [arguments]');
  process.exit(64);
}
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(
    `Tidegate needs Node 20 or newer to install itself; this is ${process.version}. Install a newer Node and start again.`,
  );
  process.exit(1);
}

await installDependencies();
await runEntry(resolve(root, entry), args);

/**
 * Installs what package-lock.json names, unless the last installation was of the same lock file. Tests, benchmarks and
 * checks need all of it; to run Tidegate, a third of the packages are left out.
 */
async function installDependencies() {
  const lockHash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8').trim() : '';
  const stamped = stamp === lockHash || (!needsEverything && stamp.startsWith(lockHash));
  if (stamped && existsSync(nodeBinary)) return;
  if (isInstalledAsLocked()) {
    await runListedScripts();
    writeFileSync(stampFile, stampOf(lockHash));
    return;
  }

  const startedMs = Date.now();
  console.log('Installing dependencies (npm ci); this takes a minute or two the first time…');
  const fetching = fetchTemporal();
  const ticker = setInterval(() => {
    console.log(`  still installing, ${Math.round((Date.now() - startedMs) / 1000)} s so far`);
  }, 15_000);
  // Until it is done, no stamp says that it was: what is interrupted is installed again.
  rmSync(stampFile, { force: true });
  const omit = needsEverything ? [] : ['--omit=dev'];
  const code = await run(npm, ['ci', ...omit, '--no-audit', '--no-fund', '--loglevel=error'], { detached: false });
  clearInterval(ticker);
  // npm may end well although it was asked to stop.
  if (interrupted) process.exit(130);
  if (code !== 0) {
    fetching?.kill('SIGTERM');
    console.error(whyNotInstalled());
    process.exit(code);
  }
  await runListedScripts();
  writeFileSync(stampFile, stampOf(lockHash));
  console.log(`Dependencies installed in ${Math.round((Date.now() - startedMs) / 1000)} s.`);
}

function stampOf(lockHash) {
  return needsEverything ? lockHash : `${lockHash} without development`;
}

function whyNotInstalled() {
  const { bavail, bsize } = statfsSync(root);
  const freeMb = Math.floor((bavail * bsize) / 2 ** 20);
  if (freeMb < neededMb) {
    return `npm ci failed: ${freeMb} MB are left on the disk of ${root}, and ${neededMb} MB are needed. Free some space and start again.`;
  }
  return 'npm ci failed; its message is above. If it is about the network, check that npm reaches its registry (npm ping), and start again.';
}

/** Temporal comes while packages are installed, where the Node of the machine runs TypeScript; else right after. */
function fetchTemporal() {
  const isNeeded = /^scripts\/(start|test)\.ts$/.test(entry) && !process.env.TEMPORAL_ADDRESS;
  if (!isNeeded || !process.features.typescript) return undefined;
  const script = join(root, 'scripts', 'toolchain', 'fetch-temporal.ts');
  const env = { ...process.env, NODE_NO_WARNINGS: '1' };
  const child = spawn(process.execPath, [script], { cwd: root, env, stdio: ['ignore', 'inherit', 'ignore'] });
  child.on('error', () => {});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => child.kill(signal));
  return child;
}

/**
 * Runs the install scripts of the packages that `allowScripts` in package.json lists, and of no other: npm itself runs
 * none (`.npmrc`), because a package of a package could bring one unseen.
 */
async function runListedScripts() {
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const listed = Object.keys(allowScripts).filter(
    (name) => allowScripts[name] === true && existsSync(join(root, 'node_modules', name)),
  );
  const code = await run(npm, ['rebuild', '--ignore-scripts=false', '--loglevel=error', ...listed], {
    detached: false,
  });
  if (code === 0 && existsSync(nodeBinary)) return;
  console.error(
    `The install scripts of ${listed.join(', ')} did not make ${nodeBinary}: was npm run with --omit=optional, or is the ` +
      'package registry out of reach?',
  );
  process.exit(code === 0 ? 1 : code);
}

/**
 * Whether somebody's own `npm install` has put in place just what the lock file names; installing again would only take
 * time.
 */
function isInstalledAsLocked() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(([path, { version, optional, dev }]) => {
    if (path === '') return true;
    const mayLack = optional === true || (dev === true && !needsEverything);
    return installed[path] === undefined ? mayLack : installed[path].version === version;
  });
}

/** Hands over to the entry and ends as it ended, by the same exit code. */
async function runEntry(path, entryArgs) {
  process.exit(await run(nodeBinary, [path, ...entryArgs], { detached: true }));
}

/**
 * Runs a command to its end and resolves to its exit code. A detached one is in its own process group, so that Ctrl-C
 * reaches it once, from here. It also holds a channel to this process: if we die without stopping it, it notices and
 * stops.
 */
function run(command, commandArgs, { detached }) {
  const child = spawn(command, commandArgs, {
    cwd: root,
    detached,
    stdio: detached ? ['ignore', 'inherit', 'inherit', 'ipc'] : 'inherit',
    env: detached ? { ...process.env, PATH: pathWithNode() } : process.env,
  });
  let lastSignalMs = 0;
  const forward = (signal) => {
    if (Date.now() - lastSignalMs < repeatedSignalMs) return;
    lastSignalMs = Date.now();
    interrupted = true;
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
  whenNpmDies(() => forward('SIGTERM'));
  return new Promise((done) => {
    child.on('error', (error) => {
      console.error(`cannot run ${command}: ${error.message}`);
      done(1);
    });
    child.on('exit', (code, signal) => done(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

/**
 * npm does not tell its child when it is asked to end (SIGTERM) or killed. We run under npm, or under a shell between,
 * and watch it ourselves. If npm did not start us, our parent may exit: that is how programs are run in the background.
 */
function whenNpmDies(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const above = describe(parent);
  const npm = above?.command.startsWith('npm')
    ? parent
    : above && describe(above.parent)?.command.startsWith('npm')
      ? above.parent
      : parent;
  const timer = setInterval(() => {
    if (process.ppid === parent && isRunning(npm)) return;
    clearInterval(timer);
    stop();
  }, 500);
  timer.unref();
}

function describe(pid) {
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(line) ?? [];
    return parent === undefined ? undefined : { parent: Number(parent), command };
  } catch {
    return undefined;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Tools the entry calls by name (vite, vitest, tsc) then run on the project's Node as well. */
function pathWithNode() {
  const separator = process.platform === 'win32' ? ';' : ':';
  return [dirname(nodeBinary), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(separator);
}
