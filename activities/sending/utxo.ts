import { originTxid } from '../../db/sending/origins.ts';
import type { Mode, UtxoNetwork } from '../../domain/assets/assets.ts';
import { openRpc, type RpcCall, RpcError } from '../chain/json-rpc.ts';
import { ChainUnavailableError } from '../chain/port.ts';
import { NO_INPUT_LOST, RetryLaterError, type SendAnswer, type SendingPort } from './port.ts';

export interface UtxoSendingOptions {
  readonly mode: Mode;
  readonly network: UtxoNetwork;
  readonly url: string;
}

/** Sends to a node of BTC, LTC or BCH. */
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
        if (error instanceof RpcError) return interpretSendError(error);
        throw error;
      }
    },
    // The fee is inputs minus outputs, so it is known when signed.
    paidFee: async () => null,
    // A signed transaction stays valid until something else spends its coins.
    hasExpired: async () => false,
    async findLostInputs({ txid, spends }) {
      const queries = spends.map((spend) => unspentQuery(spend));
      const answers = await rpc.batch<object | null>(queries);
      const missing = spends.filter((_, at) => answers[at] === null);
      // A coin is also missing when a reorganization removed its transaction, or when this transaction itself spent it.
      const origins = missing.map((spend) => transactionQuery(originTxid(spend)));
      const [own, ...others] = await rpc.batch<{ confirmations?: number }>([transactionQuery(txid), ...origins]);
      if (isMined(own)) return NO_INPUT_LOST;
      const isOriginMined = missing.map((_, at) => isMined(others[at]));
      return {
        spentByOthers: missing.filter((_, at) => isOriginMined[at]),
        originUnmined: missing.filter((_, at) => !isOriginMined[at]),
      };
    },
    close: () => rpc.close(),
  };
}

/** Asks for a coin that is unspent on the chain, ignoring the mempool. */
function unspentQuery(spend: string): RpcCall {
  const colon = spend.indexOf(':');
  return { method: 'gettxout', params: [spend.slice(0, colon), Number(spend.slice(colon + 1)), false] };
}

function transactionQuery(txid: string): RpcCall {
  return { method: 'getrawtransaction', params: [txid, 1] };
}

/** @throws ChainUnavailableError for an inconclusive answer */
function isMined(answer: { confirmations?: number } | RpcError | undefined): boolean {
  if (answer instanceof RpcError) {
    if (answer.code === UNKNOWN_TRANSACTION) return false;
    throw new ChainUnavailableError(`The node refused a question: ${answer.message}`);
  }
  return (answer?.confirmations ?? 0) > 0;
}

/** As `port.transaction` reads it. */
const UNKNOWN_TRANSACTION = -5;

/**
 * Interprets the error messages of Bitcoin Core, Litecoin Core, Bitcoin Cash Node, btcd and bchd.
 * @throws ChainUnavailableError while the node accepts no transaction at all
 * @throws RetryLaterError while its mempool wants a higher fee; later it may accept the same bytes
 */
export function interpretSendError({ code, message }: Pick<RpcError, 'code' | 'message'>): SendAnswer {
  if (code === ALREADY_IN_CHAIN || alreadyKnown.test(message)) return { kind: 'accepted' };
  if (spent.test(message)) return { kind: 'conflict', words: message };
  if (temporary.has(code)) throw new ChainUnavailableError(`The node takes no transaction now: ${message} (${code})`);
  if (poolFull.test(message)) throw new RetryLaterError(`The node does not take it now: ${message} (${code})`);
  return { kind: 'refused', words: message };
}

const ALREADY_IN_CHAIN = -27;
/** Core is warming up or has no peers yet. */
const temporary = new Set([-28, -9, -10]);
const poolFull = /mempool full|mempool min fee not met/i;
const alreadyKnown =
  /already in block ?chain|already in (the )?mempool|txn-already-(known|in-mempool)|same-nonwitness-data-in-mempool|already have transaction|transaction already exists|already in utxo set/i;
/** A coin that is missing, spent, or immature again after a reorganization. */
const spent =
  /missing ?inputs|missingorspent|orphan transaction|unknown or fully-spent|txn-mempool-conflict|already spent|premature-spend|required maturity/i;
