import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { type DocumentFacts, textToSign, writeProof } from '../../domain/documents/proof.ts';
import { sealToSign, writeSeal } from '../../domain/documents/seal.ts';
import { type ReserveStatement, statementToSign } from '../../domain/reserves/statement.ts';
import type { SecretBox } from '../core/secret-box.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared, select } from '../core/sql.ts';
import { bytes, defineTable, filled, orNull, text, time } from '../core/table.ts';

export const documentKeysTable = defineTable('document_key', {
  id: text(),
  publicKey: bytes(),
  /** Null once the key is retired. */
  privateSealed: orNull(bytes()),
  createdAt: filled(time()),
  retiredAt: orNull(time()),
});

/** Signs documents with the current key. */
export interface DocumentSigner {
  readonly keyId: string;
  /** The proof of the facts, as documents carry it. The same facts give the same proof until the key changes. */
  prove(facts: DocumentFacts): string;
  /** The seal of a file whose bytes have this hash, and which contains this proof. */
  seal(sha256: Buffer, proof: string): string;
  /** The statement of a day's reserves with its signature, in the form that their verifier reads. */
  state(statement: ReserveStatement): string;
}

/** A public key by which documents are verified. */
export interface DocumentKey {
  readonly id: string;
  readonly createdAt: Date;
  readonly retiredAt: Date | null;
  /** The 32 bytes of the key, in base64url. */
  readonly publicKey: string;
  isSignatureOf(signed: string, signature: string): boolean;
}

/** The signer with the current key, which is made at its first use. */
export async function documentSigner(db: Db, box: SecretBox): Promise<DocumentSigner> {
  const { id, sealed } = (await currentKey(db)) ?? (await makeFirstKey(db, box));
  const key = createPrivateKey({
    key: Buffer.from(box.open(sealed, contextOf(id)), 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  const signed = (what: string) => sign(null, Buffer.from(what), key).toString('base64url');
  return {
    keyId: id,
    prove(facts) {
      const what = textToSign(id, facts);
      return writeProof(what, signed(what));
    },
    seal(hash, proof) {
      const sha256 = hash.toString('base64url');
      return writeSeal(id, sha256, signed(sealToSign(id, { sha256, proofSha256: sha256Of(proof) })));
    },
    state(statement) {
      const what = statementToSign(id, statement);
      return writeProof(what, signed(what));
    },
  };
}

/** In base64url. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** All keys that ever signed, the newest first. */
export async function documentKeys(on: Db | Tx): Promise<DocumentKey[]> {
  const rows = await select<{ id: string; public_key: Buffer; created_at: Date; retired_at: Date | null }>(on, keysSql);
  return rows.map(({ id, public_key, created_at: createdAt, retired_at: retiredAt }) => {
    const key = publicKeyOf(public_key);
    return {
      id,
      createdAt,
      retiredAt,
      publicKey: public_key.toString('base64url'),
      isSignatureOf(signed, signature) {
        const bytes = Buffer.from(signature, 'base64url');
        // Of the spellings of the same bytes only one is ours, so that no character can be changed.
        return bytes.toString('base64url') === signature && verify(null, Buffer.from(signed), key, bytes);
      },
    };
  });
}

/**
 * Makes a new key that signs from now on. The private part of the one before is deleted; its documents stay verifiable.
 * @returns the id of the new key
 */
export function rotateDocumentKey(db: Db, box: SecretBox): Promise<string> {
  return inTransaction(db, async (tx) => {
    await execute(tx, lockSql);
    await execute(tx, retireSql);
    return (await insertKey(tx, box)).id;
  });
}

interface CurrentKey {
  readonly id: string;
  readonly sealed: Buffer;
}

function currentKey(on: Db | Tx): Promise<CurrentKey | undefined> {
  return maybeOne<CurrentKey>(on, currentSql);
}

/** Two processes at once make one key. */
function makeFirstKey(db: Db, box: SecretBox): Promise<CurrentKey> {
  return inTransaction(db, async (tx) => {
    await execute(tx, lockSql);
    return (await currentKey(tx)) ?? insertKey(tx, box);
  });
}

async function insertKey(tx: Tx, box: SecretBox): Promise<CurrentKey> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_BYTES);
  const id = createHash('sha256').update(raw).digest().subarray(0, 6).toString('base64url');
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const sealed = box.seal(pkcs8, contextOf(id));
  await documentKeysTable.create(tx, { id, publicKey: raw, privateSealed: sealed });
  return { id, sealed };
}

function publicKeyOf(raw: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI_HEAD, raw]), format: 'der', type: 'spki' });
}

function contextOf(id: string): string {
  return `document key:${id}`;
}

const PUBLIC_BYTES = 32;
/** RFC 8410: what precedes the 32 bytes of an Ed25519 key in DER. */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

const currentSql = prepared('SELECT id, private_sealed AS sealed FROM document_key WHERE retired_at IS NULL');
const keysSql = prepared(
  'SELECT id, public_key, created_at, retired_at FROM document_key ORDER BY created_at DESC, id',
);
const lockSql = 'LOCK TABLE document_key IN SHARE ROW EXCLUSIVE MODE';
const retireSql = `
  UPDATE document_key SET retired_at = clock_timestamp(), private_sealed = NULL WHERE retired_at IS NULL`;
