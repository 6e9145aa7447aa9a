import { createHash } from 'node:crypto';
import { MODES, NETWORKS } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Config } from '../../settings/config.ts';
import { keyFingerprintsTable } from './rows.ts';
import { sealingKeyId } from './secret-box.ts';
import { type Db, inTransaction, type Tx } from './sequelize.ts';
import { execute, maybeOne, one } from './sql.ts';

/** A key of this program, known to the database by its fingerprint. */
export interface NamedKey {
  readonly name: string;
  /** The setting. */
  readonly setting: string;
  readonly fingerprint: string;
  /** Of the key that seals secrets: how sealed bytes name it. */
  readonly sealsAs?: Buffer;
}

/** All keys and seeds that a program has by its settings. A keystore opens only what belongs to its accounts. */
export function keysOf(config: Pick<Config, 'encryptionKey' | 'sandboxWords' | 'accountXpubs'>): NamedKey[] {
  const accounts = MODES.flatMap((mode) =>
    NETWORKS.flatMap((network): NamedKey[] => {
      const xpub = config.accountXpubs[mode][network];
      const setting = mode === 'sandbox' ? `SANDBOX_XPUB_${network}` : `XPUB_${network}`;
      return xpub === undefined ? [] : [named(`account:${mode}:${network}`, setting, xpub)];
    }),
  );
  return [
    encryptionKeyOf(config.encryptionKey),
    ...(config.sandboxWords === undefined ? [] : [sandboxSeedOf(config.sandboxWords)]),
    ...accounts,
  ];
}

export function encryptionKeyOf(key: Uint8Array): NamedKey {
  return { ...named('encryption-key', 'ENCRYPTION_KEY', key), sealsAs: sealingKeyId(Buffer.from(key)) };
}

export function sandboxSeedOf(words: string): NamedKey {
  return named('sandbox-seed', 'SANDBOX_SEED', words.trim().split(/\s+/).join(' '));
}

/**
 * Compares the keys of a program with those that the database belongs to, before the program writes anything else. Keys
 * that the database does not know yet are recorded, unless one of the others differs.
 * @throws DomainError `configuration_invalid` that names each key that differs, and what to do; then nothing is written
 */
export async function requireSameKeys(db: Db, keys: readonly NamedKey[]): Promise<void> {
  const known = await compareKeys(db, keys);
  const fresh = keys.filter(({ name }) => !known.has(name));
  if (fresh.length === 0) return;
  await inTransaction(db, (tx) => record(tx, fresh));
  // Another program may have been first.
  const now = await knownFingerprints(db);
  const lost = fresh.filter(({ name, fingerprint }) => now.get(name) !== fingerprint).map(({ setting }) => setting);
  if (lost.length > 0) throw new DomainError('configuration_invalid', { message: wordsOf(lost) });
}

/**
 * The same for a command: what the database does not know yet stays unknown.
 * @returns the fingerprints that the database knows
 */
export async function compareKeys(db: Db, keys: readonly NamedKey[]): Promise<ReadonlyMap<string, string>> {
  const known = await knownFingerprints(db);
  const differing: string[] = [];
  for (const key of keys) if (!(await isSame(db, key, known))) differing.push(key.setting);
  if (differing.length > 0) throw new DomainError('configuration_invalid', { message: wordsOf(differing) });
  return known;
}

/** Whether the database has belonged to keys before: then none are made for it. */
export async function hasKeys(on: Tx | Db): Promise<boolean> {
  if ((await knownFingerprints(on)).size > 0) return true;
  return (await one<{ used: boolean }>(on, 'SELECT EXISTS (SELECT FROM profile) AS used', [])).used;
}

/** The fingerprints by the names of their keys; none before the migration that made them. */
export async function knownFingerprints(on: Tx | Db): Promise<Map<string, string>> {
  const { exists } = await one<{ exists: boolean }>(on, EXISTS_SQL, []);
  if (!exists) return new Map();
  const rows = await keyFingerprintsTable.find(on, {});
  return new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]));
}

/** A database from before fingerprints says by what it has sealed which key that was. */
async function isSame(db: Db, key: NamedKey, known: ReadonlyMap<string, string>): Promise<boolean> {
  const recorded = known.get(key.name);
  if (recorded !== undefined) return recorded === key.fingerprint;
  if (key.sealsAs === undefined) return true;
  const sealed = await maybeOne<{ by: Buffer }>(db, SEALED_SQL, []);
  return sealed === undefined || sealed.by.equals(key.sealsAs);
}

function record(tx: Tx, keys: readonly NamedKey[]): Promise<number> {
  return execute(tx, RECORD_SQL, [keys.map(({ name }) => name), keys.map(({ fingerprint }) => fingerprint)]);
}

function named(name: string, setting: string, key: string | Uint8Array): NamedKey {
  const fingerprint = createHash('sha256').update(`tidegate:${name}:`).update(key).digest('hex');
  return { name, setting, fingerprint };
}

function wordsOf(settings: readonly string[]): string {
  const all = settings.join(', ');
  return (
    `The database belongs to another ${all} than this program has. Nothing was written. ` +
    'Put the keys of that installation in place, from where they are kept beside the backups; npm start reads them ' +
    'from encryption-key and sandbox-seed in DATA_DIR (docs/operating/keys.md).'
  );
}

const EXISTS_SQL = `SELECT to_regclass('key_fingerprint') IS NOT NULL AS exists`;
const SEALED_SQL = 'SELECT substring(notification_key_sealed FROM 2 FOR 4) AS by FROM profile ORDER BY id DESC LIMIT 1';
const RECORD_SQL = `
  INSERT INTO key_fingerprint (name, fingerprint) SELECT * FROM unnest($1::text[], $2::text[])
  ON CONFLICT (name) DO NOTHING`;
