// Verifies a merchant's proof of reserves. It imports nothing and asks nobody: the same text runs in the terminal and,
// without its types, in the page that people keep on their disk. It shares no code with the gateway, which made the
// proof, so that a mistake in one of them shows.

/** One proven balance, in minor units, with the signed total that it is part of. */
export interface ProvenBalance {
  readonly gateId: string;
  readonly decimals: number;
  readonly amount: bigint;
  readonly owed: bigint;
}

export interface ReservesVerdict {
  readonly mode: string;
  readonly day: string;
  /** The moment of all balances, ISO 8601. */
  readonly moment: string;
  readonly gateway: string;
  readonly merchantId: string;
  /** Of the key that signed; people compare it with the one that the gateway publishes. */
  readonly keyId: string;
  readonly balances: readonly ProvenBalance[];
}

/** Why a proof proves nothing, in one sentence for people. */
export class ReservesError extends Error {
  override readonly name = 'ReservesError';
}

/**
 * Verifies the text of a proof file: the signature of the statement, and that each balance leads to the signed root.
 * @param publicKey the key that must have signed, in base64url; otherwise it is that of the file
 * @throws ReservesError with what is wrong
 */
export async function verifyReserves(text: string, publicKey?: string): Promise<ReservesVerdict> {
  const file = readFile(text);
  if (publicKey !== undefined && publicKey !== file.public_key)
    fail('The file names another key than the one that you expect.');
  const statement = await readStatement(file.statement, file.public_key);
  if (statement.day !== file.day)
    fail(`The proof is of ${file.day}, but the statement in it is of ${statement.day}: they do not belong together.`);
  if (statement.mode !== file.mode)
    fail(`The proof is of ${file.mode} mode, but the statement in it is of ${statement.mode} mode.`);
  const gates = file.balances.map(({ gate_id }) => gate_id);
  if (new Set(gates).size < gates.length) fail('An asset is in the file twice.');
  const balances: ProvenBalance[] = [];
  for (const balance of file.balances) balances.push(await proveBalance(file, statement, balance));
  const { mode, day, moment, gateway, keyId } = statement;
  return { mode, day, moment, gateway, keyId, merchantId: file.merchant_id, balances };
}

/** An amount in major units, as people read it. */
export function formatMinor(amount: bigint, decimals: number): string {
  if (decimals === 0) return String(amount);
  const digits = String(amount).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

interface ProofFile {
  readonly mode: string;
  readonly day: string;
  readonly merchant_id: string;
  readonly statement: string;
  readonly public_key: string;
  readonly balances: readonly FileBalance[];
}

interface FileBalance {
  readonly gate_id: string;
  readonly amount: string;
  readonly place: number;
  readonly salt: string;
  readonly path: readonly { readonly hash: string; readonly sum: string }[];
}

interface Statement {
  readonly mode: string;
  readonly day: string;
  readonly moment: string;
  readonly gateway: string;
  readonly keyId: string;
  readonly assets: readonly StatedAsset[];
}

interface StatedAsset {
  readonly gate_id: string;
  readonly decimals: number;
  readonly depth: number;
  readonly root: string;
  readonly owed: string;
}

interface Node {
  readonly hash: Uint8Array;
  readonly sum: bigint;
}

const LEAF_LIMIT = 2n ** 192n;
const MAX_DEPTH = 32;
const SUM_LIMIT = 2n ** 224n;

function fail(message: string): never {
  throw new ReservesError(message);
}

function readFile(text: string): ProofFile {
  let file: ProofFile & { readonly format?: unknown; readonly version?: unknown };
  try {
    file = JSON.parse(text) as typeof file;
  } catch {
    return fail('This is no file of a proof of reserves.');
  }
  if (file?.format !== 'tidegate-reserves-proof') return fail('This is no file of a proof of reserves.');
  if (file.version !== 1) return fail('This verifier does not know the version of the file. Get a newer verifier.');
  const texts = [file.mode, file.day, file.merchant_id, file.statement, file.public_key];
  if (texts.some((each) => typeof each !== 'string') || !Array.isArray(file.balances))
    return fail('The file is incomplete.');
  return file;
}

/** Reads what the key has signed; nothing else of the file is believed. */
async function readStatement(text: string, publicKey: string): Promise<Statement> {
  const [, signed, keyId = '', payload = '', signature = ''] =
    /^(TGR1\.([\w-]{1,20})\.([\w-]{1,100000}))\.([\w-]{86})$/.exec(text) ?? [];
  if (signed === undefined) return fail('The signed statement cannot be read.');
  const keyBytes = fromBase64Url(publicKey);
  if (keyBytes.length !== 32) return fail('The public key cannot be read.');
  if (toBase64Url((await sha256(keyBytes)).slice(0, 6)) !== keyId)
    return fail('The statement was signed by another key than the file names.');
  const key = await crypto.subtle.importKey('raw', keyBytes, 'Ed25519', false, ['verify']);
  const isSigned = await crypto.subtle.verify('Ed25519', key, fromBase64Url(signature), utf8(signed));
  if (!isSigned)
    return fail('The signature of the statement is wrong: it was changed, or the gateway never signed it.');
  const statement = JSON.parse(new TextDecoder().decode(fromBase64Url(payload))) as Statement;
  const gates = statement.assets.map(({ gate_id }) => gate_id);
  // With two totals for one asset, each merchant could be shown another one.
  if (new Set(gates).size < gates.length) fail('The statement contains an asset twice.');
  return { ...statement, keyId };
}

async function proveBalance(file: ProofFile, statement: Statement, balance: FileBalance): Promise<ProvenBalance> {
  const { gate_id: gateId } = balance;
  const stated = statement.assets.find((each) => each.gate_id === gateId);
  if (stated === undefined) return fail(`The statement does not contain ${gateId}.`);
  const { path, place } = balance;
  if (!Array.isArray(path) || path.length !== stated.depth || path.length > MAX_DEPTH)
    return fail(`The proof of ${gateId} has another length than the tree.`);
  if (!Number.isSafeInteger(place) || place < 0 || place >= 2 ** path.length)
    return fail(`The proof of ${gateId} names no place in the tree.`);
  const amount = wholeNumber(balance.amount, LEAF_LIMIT, `The amount of ${gateId}`);
  const tree = await tagged('tree', utf8(`${statement.mode}/${statement.day}/${gateId}`));
  const merchant = await tagged('merchant', utf8(file.merchant_id));
  let node: Node = { hash: await tagged('leaf', tree, hash32(balance.salt), merchant, sumBytes(amount)), sum: amount };
  for (const [height, { hash, sum }] of path.entries()) {
    const sibling = { hash: hash32(hash), sum: wholeNumber(sum, SUM_LIMIT, `A sum beside ${gateId}`) };
    const isRight = Math.floor(place / 2 ** height) % 2 === 1;
    node = await parentOf(height + 1, isRight ? [sibling, node] : [node, sibling]);
  }
  const owed = wholeNumber(stated.owed, SUM_LIMIT, `The total of ${gateId}`);
  if (toHex(node.hash) !== stated.root || node.sum !== owed)
    return fail(
      `The balance of ${formatMinor(amount, stated.decimals)} ${gateId} is not part of the total that was signed for ` +
        `${statement.day}: the balance, the merchant or the proof was changed, or the proof is of another day.`,
    );
  return { gateId, decimals: stated.decimals, amount, owed };
}

/** Both hashes and both sums are hashed: with the total alone, the sum of a sibling could be anything. */
async function parentOf(level: number, sides: readonly [Node, Node]): Promise<Node> {
  const [left, right] = sides;
  const sum = left.sum + right.sum;
  if (sum >= SUM_LIMIT) return fail('A sum is too large.');
  const bytes = sides.flatMap((side) => [side.hash, sumBytes(side.sum)]);
  return { hash: await tagged('node', Uint8Array.of(level), ...bytes), sum };
}

/** Only digits: no sign, so that no balance and no sum is below zero. */
function wholeNumber(text: unknown, limit: bigint, what: string): bigint {
  if (typeof text !== 'string' || !/^(?:0|[1-9]\d{0,77})$/.test(text)) return fail(`${what} is no whole number.`);
  const number = BigInt(text);
  if (number >= limit) return fail(`${what} is too large.`);
  return number;
}

function tagged(purpose: string, ...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  return sha256(joined([utf8(`tidegate reserves 1 ${purpose}\0`), ...parts]));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function sumBytes(sum: bigint): Uint8Array {
  return hash32(sum.toString(16).padStart(64, '0'));
}

function hash32(hex: unknown): Uint8Array {
  if (typeof hex !== 'string' || !/^[0-9a-f]{64}$/.test(hex)) return fail('A hash cannot be read.');
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return joined([new TextEncoder().encode(text)]);
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]+$/.test(text)) return fail('The file contains characters that do not belong there.');
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
