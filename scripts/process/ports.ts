// Not get-port: it only tries to listen, which on macOS succeeds beside a server on all interfaces, and it falls back
// to ports that systems give to outgoing connections. Nor can it find the holder of a port.
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { commandLineOf } from './identity.ts';

const loopback = '127.0.0.1';

/**
 * Below what systems hand out for outgoing connections: such a port is not taken by one before the server listens on
 * it.
 */
const range = { from: 20_000, to: 32_000 };
const given = new Set<number>();
const maxTries = 200;

/** A port nobody listens on: the preferred one when it is free, else any. No port is given twice by one process. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && !given.has(preferred) && (await isPortFree(preferred))) return give(preferred);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const port = randomInt(range.from, range.to);
    if (!given.has(port) && (await isPortFree(port))) return give(port);
  }
  throw new Error(`no free port was found between ${range.from} and ${range.to}`);
}

function give(port: number): number {
  given.add(port);
  return port;
}

/** Whether a server could listen on the port now. */
export async function isPortFree(port: number): Promise<boolean> {
  if (await acceptsConnections(port)) return false;
  return canListen(port);
}

/** Whether something answers on the port of this machine. */
export function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: loopback });
    socket.setTimeout(1_000);
    const finish = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
    socket.once('timeout', () => finish(false));
  });
}

/**
 * The process that listens on a port, for a message: `process 4711 (node server.js)`, or `another process` if it is
 * unknown.
 */
export function portHolder(port: number): string {
  const pid = process.platform === 'linux' ? holderFromProc(port) : holderFromLsof(port);
  if (pid === undefined) return 'another process';
  const command = commandLineOf(pid);
  return command === '' ? `process ${pid}` : `process ${pid} (${command.slice(0, 80)})`;
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: loopback, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

function holderFromProc(port: number): number | undefined {
  const inodes = new Set<string>();
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of readLines(table)) {
      const fields = line.trim().split(/\s+/);
      const listening = fields[3] === '0A';
      if (listening && fields[1]?.endsWith(`:${hexPort}`) && fields[9] !== undefined)
        inodes.add(`socket:[${fields[9]}]`);
    }
  }
  if (inodes.size === 0) return undefined;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    if (openFilesOf(name).some((target) => inodes.has(target))) return Number(name);
  }
  return undefined;
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').slice(1);
  } catch {
    return [];
  }
}

function openFilesOf(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

function holderFromLsof(port: number): number | undefined {
  try {
    const pids = execFileSync('lsof', ['-t', `-iTCP:${port}`, '-sTCP:LISTEN'], { encoding: 'utf8' })
      .trim()
      .split('\n');
    return pids[0] ? Number(pids[0]) : undefined;
  } catch {
    return undefined;
  }
}
