import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Found, findProgram } from '../toolchain/found.ts';

/** Another user, for servers that refuse to run as root. */
export interface OtherUser {
  readonly uid: number;
  readonly gid: number;
  /** Set when that user cannot reach the folders by itself: `setpriv`, which lets it keep the right to. */
  readonly setpriv?: string;
}

/**
 * The user a server runs as: undefined (nobody else) unless we are root. An existing data folder keeps its owner;
 * otherwise it is `postgres` where that user exists, else `nobody`.
 *
 * @throws Error when that user could not reach the data or the binaries, and the system has no `setpriv` to help.
 */
export function unprivileged(folders: {
  readonly owner: string;
  readonly readable: string;
  /** Files that only root can read must be readable, wherever they are. */
  readonly readsAll?: boolean;
}): OtherUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const user = ownerOf(folders.owner) ?? userNamed('postgres') ?? userNamed('nobody') ?? { uid: 65534, gid: 65534 };
  const readable = resolve(folders.readable);
  const closed = folders.readsAll
    ? readable
    : [dirname(resolve(folders.owner)), readable].find((folder) => !isOpenToOthers(folder));
  if (closed === undefined) return user;
  const setpriv: Found | undefined = findProgram(['setpriv']);
  if (setpriv === undefined) {
    throw new Error(
      `Postgres does not run as root, and another user cannot reach ${closed}. ` +
        'Run as a normal user, move the checkout or DATA_DIR to a folder open to others, or set DATABASE_URL.',
    );
  }
  return { ...user, setpriv: setpriv.path };
}

/** The command, arguments and ids that run a program as that user. */
export function runAs(
  user: OtherUser | undefined,
  command: string,
  args: readonly string[],
): { command: string; args: readonly string[]; uid?: number; gid?: number; cwd: string } {
  if (user === undefined) return { command, args, cwd: '/' };
  if (user.setpriv === undefined) return { command, args, uid: user.uid, gid: user.gid, cwd: '/' };
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  const reach = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  return { command: user.setpriv, args: [...identity, ...reach, '--', command, ...args], cwd: '/' };
}

function ownerOf(folder: string): { uid: number; gid: number } | undefined {
  try {
    const { uid, gid } = statSync(folder);
    return uid === 0 ? undefined : { uid, gid };
  } catch {
    return undefined;
  }
}

function userNamed(name: string): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/** Whether anyone may pass through this folder and every one above it. */
function isOpenToOthers(folder: string): boolean {
  for (let path = folder; ; path = dirname(path)) {
    try {
      if ((statSync(path).mode & 0o001) === 0) return false;
    } catch {
      // Not made yet: what it will stand in decides.
    }
    if (path === dirname(path)) return true;
  }
}
