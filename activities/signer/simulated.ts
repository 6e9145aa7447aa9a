import type { Chain } from '../../db/chain/cursor.ts';
import { onCommit, type Tx } from '../../db/core/sequelize.ts';
import { type Outgoing, takeNonce } from '../../db/sending/transactions.ts';
import { notifyReadersAfterCommit } from '../../db/simulator/chain.ts';
import { simulatedFee } from '../../db/simulator/fees.ts';
import { type CryptoGate, gate, gatesOn } from '../../domain/assets/assets.ts';
import { formatTrimmed, maxOf } from '../../domain/money/money.ts';
import { signSimulated, simulatedAccount } from '../sending/simulated.ts';
import type { Payment, SigningFamily } from './family.ts';

const MAX_OUTPUTS = 200;
const ANNOUNCE_EVERY_MS = 500;

interface SimulatedConditions {
  /** In the network's coin, whatever the transaction pays. */
  readonly feeMinor: bigint;
}

/**
 * Signs for a simulated chain: one account pays, with a number of its own for each transaction, whatever the network
 * really is like.
 */
export function openSimulatedFamily(chain: Chain): SigningFamily<SimulatedConditions> {
  const [coin] = gatesOn(chain.network);
  if (coin === undefined) throw new Error(`${chain.network} has no coin.`);
  let announcedAtMs = 0;
  return {
    ...chain,
    maxPayments: coin.family === 'utxo' ? MAX_OUTPUTS : 1,
    async conditions(db, payments) {
      const payoutIds = payments.map(({ payoutId }) => payoutId);
      return { feeMinor: await simulatedFee(db, chain.network, payoutIds) };
    },
    async sign(tx, { payments, keys, replaces, conditions, bounds, onReserved, nowMs }) {
      const feeMinor =
        replaces === null ? conditions.feeMinor : maxOf(bumpedFee(replaces.feeMinor), conditions.feeMinor);
      if (feeMinor > bounds.maxTotalMinor) {
        const words = `The network asks for ${formatTrimmed(feeMinor, coin.decimals)} ${coin.ticker}.`;
        return { retryLater: 'fee_too_high', words };
      }
      const { privateKey, publicKey } = keys.key(1, 0);
      const account = Buffer.from(publicKey).toString('hex');
      const nonce = await nonceOf(tx, chain, { account, replaces });
      onReserved();
      const outputs = payments.map((payment, at) => ({
        gateId: payment.gateId,
        output: outputName(gate(payment.gateId), at),
        addressKey: payment.addressKey,
        destinationTag: payment.destinationTag,
        amountMinor: payment.netMinor,
      }));
      const signed = signSimulated(chain.network, { publicKey: account, nonce, feeMinor, outputs }, privateKey);
      if (nowMs - announcedAtMs >= ANNOUNCE_EVERY_MS) {
        // The follower of a quiet chain reads it often again while something of ours is on its way.
        notifyReadersAfterCommit(tx, chain);
        onCommit(tx, () => {
          announcedAtMs = nowMs;
        });
      }
      return { ...signed, feeMinor, lines: payments.map(lineOf(outputs)), change: [] };
    },
  };
}

function lineOf(outputs: readonly { readonly output: string }[]) {
  return ({ payoutId }: Payment, at: number) => ({ payoutId, output: outputs[at]?.output ?? '' });
}

/** A new nonce, or that of the transaction to replace, so that only one of them can be mined. */
async function nonceOf(
  tx: Tx,
  chain: Chain,
  { account, replaces }: { readonly account: string; readonly replaces: Outgoing | null },
): Promise<bigint> {
  if (replaces === null) return takeNonce(tx, chain, simulatedAccount(account));
  const number = replaces.spends[0]?.split(':').at(-1);
  if (number === undefined) throw new Error(`The transaction ${replaces.txid} uses no number up.`);
  return BigInt(number);
}

/** By a quarter, as nodes ask for at least a tenth. */
function bumpedFee(feeMinor: bigint): bigint {
  return feeMinor + feeMinor / 4n + 1n;
}

/** As the port of the real network names outputs. */
function outputName({ family, id, network }: CryptoGate, at: number): string {
  if (family === 'utxo') return String(at);
  if (family === 'xrp') return '';
  return id === network || id === 'TRX' ? `trace:${at}` : `log:${at}`;
}
