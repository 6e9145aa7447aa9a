import type { Mode } from '../../domain/assets.ts';
import { openRpc, type RpcCall, RpcRefusal } from '../chain/json-rpc.ts';
import { ChainUnavailable } from '../chain/port.ts';
import type { UtxoNetwork } from '../chain/utxo/movements.ts';
import { NotTakenNow, type SendAnswer, type SendingPort } from './port.ts';

export interface UtxoSendingOptions {
  readonly mode: Mode;
  readonly network: UtxoNetwork;
  readonly url: string;
}

/** The way out to a node of BTC, LTC or BCH. */
export function openUtxoSending({ mode, network, url }: UtxoSendingOptions): SendingPort {
  const rpc = openRpc({ url });
  return {
    mode,
    network,
    async send(raw) {
      try {
        await rpc.call('sendrawtransaction', [raw]);
        return { kind: 'accepted' };
      } catch (error) {
        if (error instanceof RpcRefusal) return meaningOf(error);
        throw error;
      }
    },
    // The fee is what inputs have more than outputs: it was sure when it was signed.
    paidFee: async () => null,
    // Without a lock time, what is signed can be mined for ever, unless something else spends its coins.
    hasLapsed: async () => false,
    async takenFrom({ txid, spends }) {
      const questions = spends.map((spend) => questionOf(spend));
      const answers = await rpc.batch<object | null>(questions);
      const taken = spends.filter((_, at) => answers[at] === null);
      // A coin is gone as well when a reorganisation took its transaction away, or when this very transaction has spent
      // it.
      const origins = taken.map((spend) => mined(spend.slice(0, spend.indexOf(':'))));
      const [own, ...others] = await rpc.batch<{ confirmations?: number }>([mined(txid), ...origins]);
      return isMined(own) ? [] : taken.filter((_, at) => isMined(others[at]));
    },
    close: () => rpc.close(),
  };
}

/** Whether a coin is there, transactions that wait left aside. */
function questionOf(spend: string): RpcCall {
  const colon = spend.indexOf(':');
  return { method: 'gettxout', params: [spend.slice(0, colon), Number(spend.slice(colon + 1)), false] };
}

function mined(txid: string): RpcCall {
  return { method: 'getrawtransaction', params: [txid, 1] };
}

/** @throws ChainUnavailable for an answer that tells nothing */
function isMined(answer: { confirmations?: number } | RpcRefusal | undefined): boolean {
  if (answer instanceof RpcRefusal) {
    if (answer.code === UNKNOWN_TRANSACTION) return false;
    throw new ChainUnavailable(`The node refused a question: ${answer.message}`);
  }
  return (answer?.confirmations ?? 0) > 0;
}

/** As `port.transaction` reads it. */
const UNKNOWN_TRANSACTION = -5;

/**
 * What the words of Bitcoin Core, Litecoin Core, Bitcoin Cash Node, btcd and bchd mean.
 * @throws ChainUnavailable while the node takes nothing at all
 * @throws NotTakenNow while it takes only what pays more: sent again later, the same bytes may be taken
 */
export function meaningOf({ code, message }: Pick<RpcRefusal, 'code' | 'message'>): SendAnswer {
  if (code === ALREADY_IN_CHAIN || alreadyThere.test(message)) return { kind: 'accepted' };
  if (spent.test(message)) return { kind: 'conflict', words: message };
  if (passing.has(code)) throw new ChainUnavailable(`The node takes no transaction now: ${message} (${code})`);
  if (poolFull.test(message)) throw new NotTakenNow(`The node does not take it now: ${message} (${code})`);
  return { kind: 'refused', words: message };
}

const ALREADY_IN_CHAIN = -27;
/** Core warms up, or has no peers yet. */
const passing = new Set([-28, -9, -10]);
const poolFull = /mempool full|mempool min fee not met/i;
const alreadyThere =
  /already in block ?chain|already in (the )?mempool|txn-already-(known|in-mempool)|same-nonwitness-data-in-mempool|already have transaction|transaction already exists|already in utxo set/i;
/** A coin that is not there, is spent, or is not ripe because a reorganisation took its depth away. */
const spent =
  /missing ?inputs|missingorspent|orphan transaction|unknown or fully-spent|txn-mempool-conflict|already spent|premature-spend|required maturity/i;
