import { createHash } from 'node:crypto';
import Client from 'ssh2-sftp-client';
import { type BankTransport, type FileFromBank, MAX_FILE_BYTES } from './transport.ts';

export interface SftpSettings {
  /** `sftp://user:password@host:port/folder`; the folder has `to-bank` and `from-bank`. */
  readonly url: string;
  /** The SHA-256 fingerprint of the server's key, as `SHA256:…`: no other server is talked to. */
  readonly hostKey: string | undefined;
  /** Our private key in PEM; undefined: the URL's password. */
  readonly key: string | undefined;
}

/**
 * The bank's SFTP server. As in a folder, a file becomes visible by its renaming, so a delivery either happened or did
 * not; the server is known by its key. One connection serves until it breaks.
 */
export function sftpTransport(settings: SftpSettings): BankTransport {
  const folder = decodeURIComponent(new URL(settings.url).pathname).replace(/\/$/, '');
  const [toBank, fromBank] = [`${folder}/to-bank`, `${folder}/from-bank`];
  const staged = (name: string) => `${toBank}/.${name}.part`;
  const connection = keptConnection(settings);
  return {
    async *incoming() {
      const names = await connection.use(async (client) => {
        const entries = await client.list(fromBank);
        return entries.filter(({ type, name }) => type === '-' && !name.startsWith('.'));
      });
      for (const { name, size } of names.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        yield fileIn(connection, { fromBank, name, size });
      }
    },
    stage: (name, bytes) => connection.use(async (client) => void (await client.put(bytes, staged(name)))),
    deliver: (name) => connection.use(async (client) => void (await client.rename(staged(name), `${toBank}/${name}`))),
    // Only the renaming ends a staged file, also where the bank has taken the file since.
    lookUp: (name) =>
      connection.use(async (client) => ((await client.exists(staged(name))) === false ? 'delivered' : 'staged')),
    close: () => connection.close(),
  };
}

interface Found {
  readonly fromBank: string;
  readonly name: string;
  readonly size: number;
}

function fileIn(connection: KeptConnection, { fromBank, name, size }: Found): FileFromBank {
  return {
    name,
    problem: size > MAX_FILE_BYTES ? `It is larger than ${MAX_FILE_BYTES} bytes.` : null,
    read: () =>
      connection.use(async (client) => {
        const bytes = await client.get(`${fromBank}/${name}`);
        if (!Buffer.isBuffer(bytes)) throw new Error(`The server gave no bytes of ${name}.`);
        return bytes;
      }),
    taken: (isRefused) =>
      connection.use(async (client) => {
        const aside = `${fromBank}/${isRefused ? 'refused' : 'taken'}`;
        await client.mkdir(aside);
        // A file that came again under the same name replaces the one that was taken before: its bytes are known.
        await client.delete(`${aside}/${name}`, true);
        await client.rename(`${fromBank}/${name}`, `${aside}/${name}`);
      }),
  };
}

interface KeptConnection {
  /** Runs the work on an open connection. After an error the next work opens a new one. */
  use<T>(work: (client: Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

function keptConnection(settings: SftpSettings): KeptConnection {
  let open: Client | undefined;
  const drop = async () => {
    const client = open;
    open = undefined;
    await client?.end().catch(() => undefined);
  };
  return {
    use: async (work) => {
      try {
        open ??= await connect(settings);
        return await work(open);
      } catch (error) {
        await drop();
        throw error;
      }
    },
    close: drop,
  };
}

async function connect({ url, hostKey, key }: SftpSettings): Promise<Client> {
  const { hostname, port, username, password } = new URL(url);
  // Nothing is printed: the next use notices an error of a connection that is not in use.
  const client = new Client('bank', {});
  await client.connect({
    host: hostname,
    port: Number(port || 22),
    username: decodeURIComponent(username),
    ...(key === undefined ? { password: decodeURIComponent(password) } : { privateKey: key }),
    hostVerifier: (offered: Buffer) => isPinned(offered, hostKey),
    readyTimeout: 20_000,
    keepaliveInterval: 10_000,
  });
  return client;
}

function isPinned(offered: Buffer, hostKey: string | undefined): boolean {
  const fingerprint = `SHA256:${createHash('sha256').update(offered).digest('base64')}`;
  return hostKey?.replaceAll('=', '') === fingerprint.replaceAll('=', '');
}
