import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Tidegate } from '../../node/src/index.ts';
import { CliError, EXIT, type Io } from './io.ts';
import { VERSION } from './version.ts';

/** Kept in a file that only its owner can read. */
export interface Credentials {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  /** Signs what `tidegate listen` forwards. It never leaves this machine. */
  readonly listenKey: string;
}

/** Where they are: `TIDEGATE_CONFIG`, else in the folder for settings of the user. */
export function credentialsFile({ env }: Pick<Io, 'env'>): string {
  return env.TIDEGATE_CONFIG ?? join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'tidegate', 'credentials.json');
}

/** The environment wins over the file, so that CI needs no file. @throws CliError if there are none */
export function readCredentials(io: Pick<Io, 'env'>): Credentials {
  const { TIDEGATE_URL: url, TIDEGATE_KEY: key, TIDEGATE_SECRET: secret } = io.env;
  const stored = storedCredentials(io);
  if (url !== undefined && key !== undefined && secret !== undefined) {
    return { url, key, secret, listenKey: stored?.listenKey ?? newListenKey() };
  }
  if (stored === undefined) throw new CliError('Nobody is signed in. Run: tidegate login', EXIT.noPermission);
  return stored;
}

function storedCredentials(io: Pick<Io, 'env'>): Credentials | undefined {
  const file = credentialsFile(io);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) return undefined;
  if ((mode & 0o077) !== 0 && process.platform !== 'win32') {
    throw new CliError(`Others can read ${file}. Run: chmod 600 ${file}`, EXIT.noPermission);
  }
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Credentials;
  } catch {
    throw new CliError(`${file} cannot be read. Run: tidegate login`, EXIT.noPermission);
  }
}

/** Replaces the file at once; it is never readable for others, not even for a moment. */
export function storeCredentials(io: Pick<Io, 'env'>, credentials: Omit<Credentials, 'listenKey'>): string {
  const file = credentialsFile(io);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${randomBytes(6).toString('hex')}`;
  const all: Credentials = { ...credentials, listenKey: newListenKey() };
  writeFileSync(fresh, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(fresh, 0o600);
  renameSync(fresh, file);
  return file;
}

export function removeCredentials(io: Pick<Io, 'env'>): void {
  rmSync(credentialsFile(io), { force: true });
}

function newListenKey(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** A client with these credentials. @throws CliError if they have the wrong form */
export function connect({ url, key, secret }: Omit<Credentials, 'listenKey'>): Tidegate {
  try {
    return new Tidegate({ url, key, secret, appInfo: `tidegate-cli/${VERSION}` });
  } catch (error) {
    if (error instanceof TypeError) throw new CliError(error.message, EXIT.usage);
    throw error;
  }
}
