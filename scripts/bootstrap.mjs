// Runs one of the project's TypeScript programs from a fresh clone: `node scripts/bootstrap.mjs <entry.ts>
// [arguments]`. This file alone runs on the Node of the machine (20 or newer), so it is plain JavaScript and imports
// only built-ins.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const nodeBinary = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const stampFile = join(root, 'node_modules', '.tidegate-installed');

/** A terminal sends Ctrl-C to us directly and npm sends it on, so two within this time are one. */
const repeatedSignalMs = 500;

const [entry, ...args] = process.argv.slice(2);
if (entry === undefined) {
  console.error('usage: node scripts/bootstrap.mjs <entry.ts> [arguments]');
  process.exit(64);
}
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Tidegate needs Node 20 or newer to install itself; this is ${process.version}.`);
  process.exit(1);
}

await installDependencies();
await runEntry(resolve(root, entry), args);

/** Installs what package-lock.json names, unless the last installation was of the same lock file. */
async function installDependencies() {
  const lockHash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamped = existsSync(stampFile) && readFileSync(stampFile, 'utf8').trim() === lockHash;
  if (stamped && existsSync(nodeBinary)) return;
  if (isInstalledAsLocked()) {
    await runListedScripts();
    writeFileSync(stampFile, `${lockHash}\n`);
    return;
  }

  const startedMs = Date.now();
  console.log('Installing dependencies (npm ci); this takes a minute or two the first time…');
  const ticker = setInterval(() => {
    console.log(`  still installing, ${Math.round((Date.now() - startedMs) / 1000)} s so far`);
  }, 15_000);
  const code = await run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { detached: false });
  clearInterval(ticker);
  if (code !== 0) {
    console.error('npm ci failed; its message stands above. The network or the package registry may be out of reach.');
    process.exit(code);
  }
  await runListedScripts();
  writeFileSync(stampFile, `${lockHash}\n`);
  console.log(`Dependencies installed in ${Math.round((Date.now() - startedMs) / 1000)} s.`);
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
  return Object.entries(locked).every(([path, { version, optional }]) => {
    if (path === '') return true;
    return installed[path] === undefined ? optional === true : installed[path].version === version;
  });
}

/** Hands over to the entry and ends as it ended, by the same exit code. */
async function runEntry(path, entryArgs) {
  process.exit(await run(nodeBinary, [path, ...entryArgs], { detached: true }));
}

/**
 * Runs a command to its end and resolves to its exit code. A detached one stands in its own process group, so that
 * Ctrl-C reaches it once, from here. It also holds a channel to this process: when we die without a word, it notices
 * and stops.
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
    if (!detached || Date.now() - lastSignalMs < repeatedSignalMs) return;
    lastSignalMs = Date.now();
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
 * npm that is asked to end (SIGTERM) or killed does not tell what it runs. We stand under it, or under the shell
 * between, and look ourselves. Started without npm, whoever started us may leave: that is how one runs a program in the
 * background.
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
