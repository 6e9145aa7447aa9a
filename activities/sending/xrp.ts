import { decode, hashes } from 'xrpl';
import type { Mode } from '../../domain/assets/assets.ts';
import { openXrpRpc, type XrpRpc, type XrpSubmission } from '../chain/xrp/rpc.ts';
import { HistoryGapError, NO_INPUT_LOST, RetryLaterError, type SendAnswer, type SendingPort } from './port.ts';

/** How many ledgers a transaction stays valid, about 90 seconds. Then it expires and another one is signed. */
export const LEDGERS_TO_LIVE = 20;

/** Sends to a `rippled` server. */
export function openXrpSending({ mode, url }: { readonly mode: Mode; readonly url: string }): SendingPort {
  const rpc = openXrpRpc(url);
  return {
    mode,
    network: 'XRP',
    async send(raw) {
      const answer = interpretSubmission(await rpc.submit(raw));
      return answer.kind === 'conflict' && !(await isSequenceUsedByAnother(rpc, raw)) ? { kind: 'accepted' } : answer;
    },
    // A transaction always costs exactly the fee it states.
    paidFee: async () => null,
    async hasExpired({ txid, raw, referenceHeight }) {
      const { Account, Sequence, LastLedgerSequence: last } = decodeSequence(raw);
      if (last === undefined) return false;
      const validated = await rpc.ledger('validated');
      if (validated === null || Number(validated.ledger_index) < last) return false;
      if ((await rpc.transaction(txid))?.validated === true) return false;
      // Every included transaction uses its sequence number; if that is unused, no old ledger has to be read.
      const account = await rpc.account(Account, 'validated');
      if (account !== null && account.ledgerIndex >= last && account.Sequence <= Sequence) return true;
      const ledgers = { from: referenceHeight ?? last - LEDGERS_TO_LIVE, to: last };
      if (await rpc.isAbsent(txid, ledgers)) return true;
      throw new HistoryGapError(
        `A transaction may be in ledgers ${ledgers.from} to ${last}: ask a server that keeps all ledgers.`,
      );
    },
    findLostInputs: async () => NO_INPUT_LOST,
    close: () => rpc.close(),
  };
}

interface SequenceFields {
  readonly Account: string;
  readonly Sequence: number;
  readonly LastLedgerSequence?: number;
}

function decodeSequence(raw: string): SequenceFields {
  return decode(raw) as unknown as SequenceFields;
}

/**
 * True if validated ledgers show that another transaction has used the sequence number. `tefPAST_SEQ` alone is not
 * enough: a server also answers it if this transaction itself is in a ledger or queued.
 */
async function isSequenceUsedByAnother(rpc: XrpRpc, raw: string): Promise<boolean> {
  const { Account, Sequence, LastLedgerSequence: last } = decodeSequence(raw);
  const account = await rpc.account(Account, 'validated');
  if (account === null || account.Sequence <= Sequence || last === undefined) return false;
  const txid = hashes.hashSignedTx(raw);
  if ((await rpc.transaction(txid))?.ledger_index !== undefined) return false;
  return rpc.isAbsent(txid, { from: last - LEDGERS_TO_LIVE, to: Math.min(account.ledgerIndex, last) });
}

/**
 * Interprets a preliminary result. Most are not final: the transaction may still enter a ledger until its last one.
 * @throws RetryLaterError for a refusal that ends by itself or with that last ledger
 */
export function interpretSubmission({
  engine_result: result,
  engine_result_message: message = '',
}: XrpSubmission): SendAnswer {
  const words = `${result} ${message}`.trim();
  // Accepted, queued, or held until earlier sequence numbers are used; "already" is success (hazard 48).
  if (result === 'tesSUCCESS' || result === 'tefALREADY' || /^(tec|ter)/.test(result)) return { kind: 'accepted' };
  if (result === 'tefPAST_SEQ') return { kind: 'conflict', words };
  if (temporary.test(result)) {
    throw new RetryLaterError(`The server does not take it now: ${words}`);
  }
  return { kind: 'refused', words };
}

const temporary =
  /^(tef(MAX_LEDGER|EXCEPTION|FAILURE|INTERNAL|BAD_LEDGER|INVARIANT_FAILED)|tel(INSUF_FEE_P|CAN_NOT_QUEUE|LOCAL_ERROR|FAILED_PROCESSING|NO_))/;
