import type { Hex } from 'viem';
import type { Mode } from '../../domain/assets/assets.ts';
import { EvmRpcError, openEvmRpc } from '../chain/evm/rpc.ts';
import { ChainUnavailableError } from '../chain/port.ts';
import { NO_INPUT_LOST, RetryLaterError, type SendAnswer, type SendingPort } from './port.ts';

/** Sends to an Ethereum node. */
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
        if (error instanceof EvmRpcError) return interpretSendError(error.message);
        throw error;
      }
    },
    async paidFee(txid) {
      try {
        const receipt = await rpc.receipt(txid as Hex);
        // The cost is booked only once, so the maximum must not be used instead of the real cost.
        if (receipt === null) throw new ChainUnavailableError('The node does not say what a mined transaction cost.');
        return BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
      } catch (error) {
        throw error instanceof EvmRpcError ? new ChainUnavailableError(`The node refused: ${error.message}`) : error;
      }
    },
    // A signed transaction stays valid until another one with its nonce is mined.
    hasExpired: async () => false,
    async findLostInputs({ txid, spends }) {
      const [account, nonce] = spends[0]?.split(':') ?? [];
      if (account === undefined || nonce === undefined) return NO_INPUT_LOST;
      try {
        const used = BigInt(await rpc.transactionCount(account as Hex, 'latest')) > BigInt(nonce);
        const lost = used && (await rpc.receipt(txid as Hex)) === null;
        return lost ? { spentByOthers: spends, originUnmined: [] } : NO_INPUT_LOST;
      } catch (error) {
        throw error instanceof EvmRpcError ? new ChainUnavailableError(`The node refused: ${error.message}`) : error;
      }
    },
    close: () => rpc.close(),
  };
}

/**
 * Interprets the error messages of geth, Erigon, Nethermind, Besu, reth and anvil.
 * @throws ChainUnavailableError while the node accepts no transaction at all
 * @throws RetryLaterError while its pool wants a higher fee or an earlier nonce first
 */
export function interpretSendError(message: string): SendAnswer {
  if (alreadyKnown.test(message)) return { kind: 'accepted' };
  if (nonceUsed.test(message)) return { kind: 'conflict', words: message };
  if (poolFull.test(message)) throw new RetryLaterError(`The node does not take it now: ${message}`);
  if (temporary.test(message)) throw new ChainUnavailableError(`The node takes no transaction now: ${message}`);
  return { kind: 'refused', words: message };
}

const alreadyKnown =
  /already ?known|already (been )?imported|known transaction|already in (the )?(mempool|pool|block ?chain)/i;
const nonceUsed =
  /nonce ?too ?low|old ?nonce|nonce already used|nonce has already been used|underpriced.*replace|replacement|could not replace/i;
const poolFull =
  /pool is full|pool full|underpriced|fee ?too ?low|less than block base fee|nonce ?(is )?too ?(high|distant)|nonce ?gap|future transaction/i;
const temporary = /limit exceeded|too many|syncing|not ready|try again|busy|temporarily/i;
