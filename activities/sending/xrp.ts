import { decode } from 'xrpl';
import type { Mode } from '../../domain/assets.ts';
import { openXrpRpc, type XrpSubmission } from '../chain/xrp/rpc.ts';
import { NotTakenNow, type SendAnswer, type SendingPort } from './port.ts';

/** Ledgers that a transaction may wait for: a minute and a half at the usual pace. Then it lapses, and another one is signed. */
export const LEDGERS_TO_LIVE = 20;

/** The way out to a `rippled` server. */
export function openXrpSending({ mode, url }: { readonly mode: Mode; readonly url: string }): SendingPort {
  const rpc = openXrpRpc(url);
  return {
    mode,
    network: 'XRP',
    send: async (raw) => meaningOf(await rpc.submit(raw)),
    // What a transaction offers is what it costs, whatever comes of it.
    paidFee: async () => null,
    async hasLapsed({ txid, raw }) {
      const { LastLedgerSequence: last } = decode(raw) as { LastLedgerSequence?: number };
      if (last === undefined) return false;
      const validated = await rpc.ledger('validated');
      if (validated === null || Number(validated.ledger_index) < last) return false;
      // A server that lacks one of the ledgers cannot say that the transaction is in none of them.
      return rpc.isAbsent(txid, { from: last - LEDGERS_TO_LIVE, to: last });
    },
    takenFrom: async () => [],
    close: () => rpc.close(),
  };
}

/**
 * What a preliminary result means. Most leave it to the ledgers: until the last one that the transaction may enter, it may still do so.
 * @throws NotTakenNow for what passes by itself or with that last ledger
 */
export function meaningOf({ engine_result: result, engine_result_message: message = '' }: XrpSubmission): SendAnswer {
  const words = `${result} ${message}`.trim();
  // Taken in, queued, or held until the numbers before it are used; "already" is success (hazard 48).
  if (result === 'tesSUCCESS' || result === 'tefALREADY' || /^(tec|ter)/.test(result)) return { kind: 'accepted' };
  if (result === 'tefPAST_SEQ') return { kind: 'conflict', words };
  if (result === 'tefMAX_LEDGER' || /^tel(INSUF_FEE_P|CAN_NOT_QUEUE|LOCAL_ERROR|NO_)/.test(result)) {
    throw new NotTakenNow(`The server does not take it now: ${words}`);
  }
  return { kind: 'refused', words };
}
