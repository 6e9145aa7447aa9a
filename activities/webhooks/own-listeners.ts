import { readdir, readFile, readlink } from 'node:fs/promises';

/**
 * The TCP ports on which everything listens that a process has started, whether or not a setting names them. It
 * knows its own ports. Empty where the system does not list them; Linux does.
 */
export async function listeningPorts(rootPid: number): Promise<ReadonlySet<number>> {
  if (process.platform !== 'linux') return new Set();
  const [tables, pids] = await Promise.all([Promise.all(TABLES.map(readOr)), descendantsOf(rootPid)]);
  const portOf = new Map(tables.flatMap(listenersIn));
  const sockets = await Promise.all(pids.map(socketsOf));
  return new Set(sockets.flat().flatMap((inode) => portOf.get(inode) ?? []));
}

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

/** A process may end, and the file with it, between two looks. */
async function readOr(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/** Inode and port of each socket that listens: `sl local_address rem_address st … inode`. */
function listenersIn(table: string): [inode: string, port: number][] {
  return table.split('\n').flatMap((line) => {
    const fields = line.trim().split(/\s+/);
    const [, local = '', , state, , , , , , inode = ''] = fields;
    const port = Number.parseInt(local.slice(local.indexOf(':') + 1), 16);
    return state === LISTEN ? [[inode, port] as [string, number]] : [];
  });
}

const LISTEN = '0A';

async function descendantsOf(rootPid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const children = Map.groupBy(
    await Promise.all(pids.map(async (pid) => ({ pid, parent: parentIn(await readOr(`/proc/${pid}/stat`)) }))),
    ({ parent }) => parent,
  );
  const found = (children.get(rootPid) ?? []).map(({ pid }) => pid);
  for (const pid of found) found.push(...(children.get(pid) ?? []).map((child) => child.pid));
  return found;
}

/** The name before it, in parentheses, may contain anything. */
function parentIn(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Inodes of its open sockets; none where we may not look. */
async function socketsOf(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  const files = await readdir(folder).catch(() => []);
  const links = await Promise.all(files.map((file) => readlink(`${folder}/${file}`).catch(() => '')));
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}
