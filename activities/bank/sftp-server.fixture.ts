import { createHash, generateKeyPairSync, timingSafeEqual } from 'node:crypto';
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import ssh2, { type Attributes, type SFTPWrapper } from 'ssh2';

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;

export interface TestSftpServer {
  readonly port: number;
  /** Of its key, as `ssh-keygen -l` prints it. */
  readonly fingerprint: string;
  /** How many are open. */
  connections(): number;
  /** Ends all connections; new ones are taken. */
  drop(): void;
  close(): Promise<void>;
}

/** An SFTP server of npm's ssh2 over a folder, for one user with this password, or with the key of this PEM. */
export async function startSftpServer(
  folder: string,
  password: string,
  { user = 'bank', userKey }: { readonly user?: string; readonly userKey?: string } = {},
): Promise<TestSftpServer> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const hostKey = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  const parsed = ssh2.utils.parseKey(hostKey);
  if (parsed instanceof Error) throw parsed;
  const fingerprint = `SHA256:${createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=$/, '')}`;
  const connections = new Set<ssh2.Connection>();
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (connection) => {
    connections.add(connection);
    connection.on('error', () => undefined);
    connection.on('close', () => connections.delete(connection));
    connection.on('authentication', (context) => {
      const isUser = context.username === user;
      const hasPassword = context.method === 'password' && isSame(context.password, password);
      const hasKey = context.method === 'publickey' && userKey !== undefined && isSigned(context, userKey);
      if (isUser && (hasPassword || hasKey)) context.accept();
      else context.reject(['password', 'publickey']);
    });
    connection.on('session', (accept) => accept().on('sftp', (start) => serve(start(), folder)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    fingerprint,
    connections: () => connections.size,
    drop: () => {
      for (const connection of connections) connection.end();
    },
    close: () =>
      new Promise((resolve) => {
        for (const connection of connections) connection.end();
        server.close(() => resolve());
      }),
  };
}

function serve(sftp: SFTPWrapper, folder: string): void {
  const open = new Map<number, { fd: number } | { names: string[]; path: string }>();
  let last = 0;
  const absolute = (path: string) => normalize(path.startsWith('/') ? path : `/home/bank/${path}`);
  const at = (path: string) => join(folder, absolute(path));
  const handle = (buffer: Buffer) => open.get(buffer.readUInt32BE(0));
  const give = (entry: { fd: number } | { names: string[]; path: string }) => {
    last += 1;
    open.set(last, entry);
    const buffer = Buffer.alloc(4);
    buffer.writeUInt32BE(last);
    return buffer;
  };
  /** Answers with what the work gives, or with the status of its error. */
  const answer = (id: number, work: () => void) => {
    try {
      work();
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      sftp.status(id, isMissing ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE);
    }
  };
  const done = (id: number, work: () => void) =>
    answer(id, () => {
      work();
      sftp.status(id, STATUS_CODE.OK);
    });
  sftp.on('REALPATH', (id, path) => {
    const filename = absolute(path);
    sftp.name(id, [{ filename, longname: filename, attrs: {} as Attributes }]);
  });
  sftp.on('OPEN', (id, path, flags) =>
    answer(id, () => sftp.handle(id, give({ fd: openSync(at(path), flags & OPEN_MODE.WRITE ? 'w' : 'r') }))),
  );
  sftp.on('READ', (id, buffer, offset, length) =>
    answer(id, () => {
      const file = handle(buffer);
      const bytes = Buffer.alloc(length);
      const read = file !== undefined && 'fd' in file ? readSync(file.fd, bytes, 0, length, offset) : 0;
      if (read === 0) sftp.status(id, STATUS_CODE.EOF);
      else sftp.data(id, bytes.subarray(0, read));
    }),
  );
  sftp.on('WRITE', (id, buffer, offset, data) =>
    done(id, () => {
      const file = handle(buffer);
      if (file !== undefined && 'fd' in file) writeSync(file.fd, data, 0, data.length, offset);
    }),
  );
  sftp.on('CLOSE', (id, buffer) =>
    done(id, () => {
      const entry = handle(buffer);
      if (entry !== undefined && 'fd' in entry) closeSync(entry.fd);
      open.delete(buffer.readUInt32BE(0));
    }),
  );
  sftp.on('OPENDIR', (id, path) =>
    answer(id, () => sftp.handle(id, give({ names: shuffled(readdirSync(at(path))), path: at(path) }))),
  );
  sftp.on('READDIR', (id, buffer) => {
    const entry = handle(buffer);
    const names = entry !== undefined && 'names' in entry ? entry.names.splice(0) : [];
    if (names.length === 0 || entry === undefined || !('path' in entry)) sftp.status(id, STATUS_CODE.EOF);
    else
      sftp.name(
        id,
        names.map((filename) => named(filename, lstatSync(join(entry.path, filename)))),
      );
  });
  for (const event of ['STAT', 'LSTAT'] as const) {
    sftp.on(event, (id: number, path: string) => answer(id, () => sftp.attrs(id, attrsOf(lstatSync(at(path))))));
  }
  sftp.on('RENAME', (id, from, to) =>
    done(id, () => {
      if (existsSync(at(to))) throw new Error('A server replaces no file.');
      renameSync(at(from), at(to));
    }),
  );
  sftp.on('MKDIR', (id, path) => done(id, () => mkdirSync(at(path))));
  sftp.on('REMOVE', (id, path) => done(id, () => unlinkSync(at(path))));
  for (const event of ['SETSTAT', 'FSETSTAT'] as const) {
    sftp.on(event, (id: number) => sftp.status(id, STATUS_CODE.OK));
  }
}

/** Neither in order nor backwards, always the same way. */
function shuffled(names: readonly string[]): string[] {
  const half = Math.floor(names.length / 2);
  return [...names.slice(half), ...names.slice(0, half)];
}

function named(filename: string, stats: Stats) {
  const longname = `${stats.isDirectory() ? 'd' : '-'}rw-r--r-- 1 bank bank ${stats.size} Nov 24 09:00 ${filename}`;
  return { filename, longname, attrs: attrsOf(stats) };
}

function attrsOf({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats): Attributes {
  return { mode, uid, gid, size, atime: Math.floor(atimeMs / 1_000), mtime: Math.floor(mtimeMs / 1_000) };
}

/** The first question is whether the key would be accepted; the signature comes with the second. */
function isSigned({ key, blob, signature }: ssh2.PublicKeyAuthContext, userKey: string): boolean {
  const own = ssh2.utils.parseKey(userKey);
  if (own instanceof Error) throw own;
  if (!own.getPublicSSH().equals(key.data)) return false;
  return signature === undefined || (blob !== undefined && own.verify(blob, signature, 'sha256') === true);
}

function isSame(given: string, requested: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(requested)];
  return a.length === b.length && timingSafeEqual(a, b);
}
