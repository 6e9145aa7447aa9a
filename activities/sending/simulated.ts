import { createHash, createPublicKey, verify } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Chain } from '../../db/chain/cursor.ts';
import type { Movement } from '../../db/chain/movement.ts';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { ensureSimChain, lockSimChain } from '../../db/simulator/chain.ts';
import { sendSimulated, setSimState, simTransactions, spentBy } from '../../db/simulator/transactions.ts';
import type { CryptoGateId, Network } from '../../domain/assets/assets.ts';
import { NO_INPUT_LOST, type SendAnswer, type SendingPort } from './port.ts';

/** A payment on a simulated chain: an account with a nonce pays, whatever the real network works like. */
export interface SimulatedPayment {
  /** The compressed public key of the account, in hex; the account is named by its hash. */
  readonly publicKey: string;
  readonly nonce: bigint;
  readonly feeMinor: bigint;
  readonly outputs: readonly {
    readonly gateId: CryptoGateId;
    readonly output: string;
    readonly addressKey: string;
    readonly destinationTag: bigint | null;
    readonly amountMinor: bigint;
  }[];
}

/** The account that a key signs for on simulated chains. */
export function simulatedAccount(publicKey: string): string {
  return `gateway-${createHash('sha256').update(publicKey).digest('hex').slice(0, 24)}`;
}

/** Signs a payment. The bytes are text: content, a dot, the signature; the hash of both is the transaction's id. */
export function signSimulated(network: Network, payment: SimulatedPayment, privateKey: Uint8Array) {
  const content = Buffer.from(JSON.stringify(payment, (_, value) => (typeof value === 'bigint' ? `${value}` : value)));
  const signature = secp256k1.sign(content, privateKey);
  const raw = `${content.toString('base64url')}.${Buffer.from(signature).toString('hex')}`;
  return { raw, txid: txidOf(network, raw), spends: [spendOf(payment)] };
}

/** Sends to the simulator, which checks signature and nonce as real nodes do. */
export function openSimulatedSending(db: Db, chain: Chain, nowMs: () => number = Date.now): SendingPort {
  let isChainReady = false;
  return {
    ...chain,
    async send(raw) {
      if (!isChainReady) await inTransaction(db, (tx) => ensureSimChain(tx, chain, nowMs()));
      isChainReady = true;
      return inTransaction(db, (tx) => receive(tx, chain, raw));
    },
    paidFee: async () => null,
    hasExpired: async () => false,
    // Nobody else can sign for the account.
    findLostInputs: async () => NO_INPUT_LOST,
    close: async () => {},
  };
}

async function receive(tx: Parameters<typeof lockSimChain>[0], chain: Chain, raw: string): Promise<SendAnswer> {
  const payment = readPayment(raw);
  if (payment === null) return { kind: 'refused', words: 'bad signature' };
  await lockSimChain(tx, chain);
  const txid = txidOf(chain.network, raw);
  const [known] = await simTransactions(tx, chain, [txid]);
  if (known !== undefined && known.state !== 'dropped') return { kind: 'accepted' };
  const spend = spendOf(payment);
  const other = await spentBy(tx, chain, spend);
  if (other?.mined) return { kind: 'conflict', words: 'nonce too low' };
  if (other !== undefined && feeOf(other.spends) >= payment.feeMinor) {
    return { kind: 'conflict', words: 'replacement transaction underpriced' };
  }
  const movements = payment.outputs.map(
    (output): Movement => ({ ...output, assetRef: output.gateId, coinbase: false, maturity: 0 }),
  );
  // The fee is stored among the spends, so that a replacement can be compared with it.
  const spends = [spend, `fee:${payment.feeMinor}:${txid}`];
  if (known === undefined) await sendSimulated(tx, chain, { txid, movements, spends, failed: false });
  else await setSimState(tx, chain, { txid, state: 'waiting' });
  // Followers find it at their next regular poll, as with a real node; our own payments rarely need an announcement.
  return { kind: 'accepted' };
}

function readPayment(raw: string): SimulatedPayment | null {
  const [encoded = '', signature = ''] = raw.split('.');
  const content = Buffer.from(encoded, 'base64url');
  try {
    const payment = revive(JSON.parse(content.toString('utf8')));
    return isSignedBy(payment.publicKey, content, Buffer.from(signature, 'hex')) ? payment : null;
  } catch {
    // Unreadable content is not a valid transaction.
    return null;
  }
}

/** Uses node:crypto, the fastest here: a real node would verify signatures on its own machine. */
function isSignedBy(publicKey: string, content: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.from(SPKI_SECP256K1 + publicKey, 'hex'), format: 'der', type: 'spki' });
  return verify('sha256', content, { key, dsaEncoding: 'ieee-p1363' }, signature);
}

/** The DER prefix of a compressed secp256k1 public key. */
const SPKI_SECP256K1 = '3036301006072a8648ce3d020106052b8104000a032200';

type Serialized<T> = { [K in keyof T]: T[K] extends bigint ? string : T[K] };

function revive(
  written: Serialized<Omit<SimulatedPayment, 'outputs'>> & { outputs: readonly SerializedOutput[] },
): SimulatedPayment {
  return {
    publicKey: written.publicKey,
    nonce: BigInt(written.nonce),
    feeMinor: BigInt(written.feeMinor),
    outputs: written.outputs.map((output) => ({
      ...output,
      destinationTag: output.destinationTag === null ? null : BigInt(output.destinationTag),
      amountMinor: BigInt(output.amountMinor),
    })),
  };
}

type SerializedOutput = Omit<SimulatedPayment['outputs'][number], 'destinationTag' | 'amountMinor'> & {
  readonly destinationTag: string | null;
  readonly amountMinor: string;
};

function spendOf({ publicKey, nonce }: Pick<SimulatedPayment, 'publicKey' | 'nonce'>): string {
  return `${simulatedAccount(publicKey)}:${nonce}`;
}

function feeOf(spends: readonly string[]): bigint {
  const fee = spends.find((spend) => spend.startsWith('fee:'))?.split(':')[1];
  return fee === undefined ? 0n : BigInt(fee);
}

function txidOf(network: Network, raw: string): string {
  const hash = createHash('sha256').update(raw).digest('hex');
  if (network === 'ETH') return `0x${hash}`;
  return network === 'XRP' ? hash.toUpperCase() : hash;
}
