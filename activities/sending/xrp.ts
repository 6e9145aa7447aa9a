import { decode, hashes } from 'xrpl';
import type { Mode } from '../../domain/assets.ts';
import { openXrpRpc, type XrpRpc, type XrpSubmission } from '../chain/xrp/rpc.ts';
import { HistoryGap, NotTakenNow, type SendAnswer, type SendingPort } from './port.ts';

/**
 * Ledgers that a transaction may wait for: a minute and a half at the usual pace. Then it lapses, and another one is
 * signed.
 */
export const LEDGERS_TO_LIVE = 20;

/** The way out to a `rippled` server. */
export function openXrpSending({ mode, url }: { readonly mode: Mode; readonly url: string }): SendingPort {
  const rpc = openXrpRpc(url);
  return {
    mode,
    network: 'XRP',
    async send(raw) {
      const answer = meaningOf(await rpc.submit(raw));
      return answer.kind === 'conflict' && !(await isNumberLost(rpc, raw)) ? { kind: 'accepted' } : answer;
    },
    // What a transaction offers is what it costs, whatever comes of it.
    paidFee: async () => null,
    async hasLapsed({ txid, raw, referenceHeight }) {
      const { Account, Sequence, LastLedgerSequence: last } = numbersOf(raw);
      if (last === undefined) return false;
      const validated = await rpc.ledger('validated');
      if (validated === null || Number(validated.ledger_index) < last) return false;
      if ((await rpc.transaction(txid))?.validated === true) return false;
      // Every transaction of a ledger uses its number, so with a free number no old ledger has to be read.
      const account = await rpc.account(Account, 'validated');
      if (account !== null && account.ledgerIndex >= last && account.Sequence <= Sequence) return true;
      const ledgers = { from: referenceHeight ?? last - LEDGERS_TO_LIVE, to: last };
      if (await rpc.isAbsent(txid, ledgers)) return true;
      throw new HistoryGap(
        `A transaction may be in ledgers ${ledgers.from} to ${last}: ask a server that keeps all ledgers.`,
      );
    },
    takenFrom: async () => [],
    close: () => rpc.close(),
  };
}

interface Numbers {
  readonly Account: string;
  readonly Sequence: number;
  readonly LastLedgerSequence?: number;
}

function numbersOf(raw: string): Numbers {
  return decode(raw) as unknown as Numbers;
}

/**
 * True when validated ledgers show that another transaction has used the number. A server answers the same to bytes
 * that are in a ledger themselves, validated or not, or that wait for the next one.
 */
async function isNumberLost(rpc: XrpRpc, raw: string): Promise<boolean> {
  const { Account, Sequence, LastLedgerSequence: last } = numbersOf(raw);
  const account = await rpc.account(Account, 'validated');
  if (account === null || account.Sequence <= Sequence || last === undefined) return false;
  const txid = hashes.hashSignedTx(raw);
  if ((await rpc.transaction(txid))?.ledger_index !== undefined) return false;
  return rpc.isAbsent(txid, { from: last - LEDGERS_TO_LIVE, to: Math.min(account.ledgerIndex, last) });
}

/**
 * What a preliminary result means. Most leave it to the ledgers: until the last one that the transaction may enter, it
 * may still do so.
 * @throws NotTakenNow for what passes by itself or with that last ledger
 */
export function meaningOf({ engine_result: result, engine_result_message: message = '' }: XrpSubmission): SendAnswer {
  const words = `${result} ${message}`.trim();
  // Taken in, queued, or held until the numbers before it are used; "already" is success (hazard 48).
  if (result === 'tesSUCCESS' || result === 'tefALREADY' || /^(tec|ter)/.test(result)) return { kind: 'accepted' };
  if (result === 'tefPAST_SEQ') return { kind: 'conflict', words };
  if (passing.test(result)) {
    throw new NotTakenNow(`The server does not take it now: ${words}`);
  }
  return { kind: 'refused', words };
}

const passing =
  /^(tef(MAX_LEDGER|EXCEPTION|FAILURE|INTERNAL|BAD_LEDGER|INVARIANT_FAILED)|tel(INSUF_FEE_P|CAN_NOT_QUEUE|LOCAL_ERROR|FAILED_PROCESSING|NO_))/;
