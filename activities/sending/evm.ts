import type { Hex } from 'viem';
import type { Mode } from '../../domain/assets.ts';
import { EvmRefusal, openEvmRpc } from '../chain/evm/rpc.ts';
import { ChainUnavailable } from '../chain/port.ts';
import { NotTakenNow, type SendAnswer, type SendingPort } from './port.ts';

/** The way out to an Ethereum node. */
export function openEvmSending({ mode, url }: { readonly mode: Mode; readonly url: string }): SendingPort {
  const rpc = openEvmRpc(url);
  return {
    mode,
    network: 'ETH',
    async send(raw) {
      try {
        await rpc.sendRaw(raw as Hex);
        return { kind: 'accepted' };
      } catch (error) {
        if (error instanceof EvmRefusal) return meaningOf(error.message);
        throw error;
      }
    },
    async paidFee(txid) {
      try {
        const receipt = await rpc.receipt(txid as Hex);
        // Booked once and for good: the most it could have cost is not what it did cost.
        if (receipt === null) throw new ChainUnavailable('The node does not say what a mined transaction cost.');
        return BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
      } catch (error) {
        throw error instanceof EvmRefusal ? new ChainUnavailable(`The node refused: ${error.message}`) : error;
      }
    },
    // A number waits for its turn for ever: what was signed can always be mined until another transaction of the number
    // is.
    hasLapsed: async () => false,
    async takenFrom({ txid, spends }) {
      const [account, number] = spends[0]?.split(':') ?? [];
      if (account === undefined || number === undefined) return [];
      try {
        const used = BigInt(await rpc.transactionCount(account as Hex, 'latest')) > BigInt(number);
        return used && (await rpc.receipt(txid as Hex)) === null ? spends : [];
      } catch (error) {
        throw error instanceof EvmRefusal ? new ChainUnavailable(`The node refused: ${error.message}`) : error;
      }
    },
    close: () => rpc.close(),
  };
}

/**
 * What the words of the programs in use mean: geth, Erigon, Nethermind, Besu, reth, anvil.
 * @throws ChainUnavailable while the node takes nothing at all
 * @throws NotTakenNow while its pool takes only what pays more, or lacks a transaction before: sent again later, the
 *   same bytes may be taken
 */
export function meaningOf(words: string): SendAnswer {
  if (alreadyThere.test(words)) return { kind: 'accepted' };
  if (numberTaken.test(words)) return { kind: 'conflict', words };
  if (poolFull.test(words)) throw new NotTakenNow(`The node does not take it now: ${words}`);
  if (passing.test(words)) throw new ChainUnavailable(`The node takes no transaction now: ${words}`);
  return { kind: 'refused', words };
}

const alreadyThere =
  /already ?known|already (been )?imported|known transaction|already in (the )?(mempool|pool|block ?chain)/i;
const numberTaken =
  /nonce ?too ?low|old ?nonce|nonce already used|nonce has already been used|underpriced.*replace|replacement|could not replace/i;
const poolFull =
  /pool is full|pool full|underpriced|fee ?too ?low|less than block base fee|nonce ?(is )?too ?(high|distant)|nonce ?gap|future transaction/i;
const passing = /limit exceeded|too many|syncing|not ready|try again|busy|temporarily/i;
