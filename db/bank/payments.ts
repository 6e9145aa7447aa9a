import type { Mode } from '../../domain/assets/assets.ts';
import { endToEndIdOf } from '../../domain/bank/end-to-end-id.ts';
import type { BankPaymentChange } from '../../domain/bank/payment-table.ts';
import { reasonInWords } from '../../domain/bank/reasons.ts';
import { SEPA_MAX_MINOR, sepaText } from '../../domain/bank/sepa-text.ts';
import { DomainError, fieldError, isDomainError } from '../../domain/errors.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, json, prepared } from '../core/sql.ts';
import { type AccountRef, GATEWAY } from '../ledger/accounts.ts';
import { applyStep } from '../process/apply.ts';
import type { Change } from '../process/define.ts';
import { moment, react } from '../process/reactions.ts';
import { type BankPaymentKind, bankPaymentProcess } from './payment-process.ts';
import { bankPaymentsTable, type PayeeAddress } from './payment-rows.ts';

export interface NewBankPayment {
  /** Becomes the payment's own ID. */
  readonly withdrawalId: string;
  /** Null: it sends back euro that belong to no merchant. */
  readonly merchantId: string | null;
  readonly mode: Mode;
  /** EUR cents; what the payee gets. */
  readonly amountMinor: bigint;
  readonly creditor: {
    readonly name: string;
    readonly iban: string;
    readonly bic: string | null;
    readonly address: PayeeAddress;
  };
  /** The payee's text on the statement. */
  readonly remittance: string;
}

/** The bank's news of a payment, for the withdrawal that requested it. */
export interface BankPaymentNews {
  readonly withdrawalId: string;
  readonly change: BankPaymentChange;
  /** ISO 20022, such as AC04; null without a reason. */
  readonly reasonCode: string | null;
  /** The reason in a sentence. */
  readonly words: string | null;
  /** After a close match, the account holder's name. */
  readonly payeeName: string | null;
  readonly bankReference: string | null;
  readonly at: Date;
}

/**
 * A payment moved on, in the transaction of that step. `rejected`: it will not be paid, and the hold can end. `booked`:
 * the debit is on the account; the reaction posts the money to {@link bankCustody}. `returned`: it came back,
 * and the reaction credits it from {@link bankCustody}. `disputed`: the bank rejected what it may make, and a person
 * asks it.
 */
export const bankPaymentChanged = moment<BankPaymentNews>('bank_payment.changed');

/** The gateway's euro at its bank, in the ledger: what its statements are compared with. */
export function bankCustody(mode: Mode): AccountRef {
  return { owner: GATEWAY, mode, asset: 'EUR', kind: 'custody:bank:main' };
}

/**
 * Adds payments to the next file. Their end-to-end IDs derive from their own, and are stored before anything leaves.
 * Idempotent by withdrawal: one that is there already stays as it is.
 * @throws DomainError `amount_invalid`, `validation_failed` for what no bank accepts
 */
export async function addBankPayments(tx: Tx, payments: readonly NewBankPayment[]): Promise<void> {
  if (payments.length === 0) return;
  await execute(tx, insertSql, [json(payments.map(newRow))]);
}

/**
 * Takes a payment back while it is in no file.
 * @returns true if it will never be in one; false if the bank has it, or may have it
 */
export async function withdrawBankPayment(tx: Tx, withdrawalId: string): Promise<boolean> {
  const step = { id: withdrawalId, event: { type: 'withdraw' }, cause: 'withdraw', nowMs: Date.now() } as const;
  try {
    return (await applyStep(tx, bankPaymentProcess, step)).status === 'withdrawn';
  } catch (error) {
    if (isDomainError(error, 'illegal_transition')) return false;
    throw error;
  }
}

export interface NameAnswer {
  readonly withdrawalId: string;
  /** The person who decided, for the records. */
  readonly by: string;
  /** `pay`: again with the name that the bank says, if it says one. `cancel`: ends when the bank has confirmed it. */
  readonly outcome: 'pay' | 'cancel';
}

/**
 * Answers the question after a close match or no match. `cancel` recalls the payment; `rejected` follows when the bank
 * confirms it, and `accepted` if it does not.
 * @throws DomainError `illegal_transition` if nothing is asked any more, `not_found`
 */
export async function answerNameQuestion(tx: Tx, { withdrawalId, by, outcome }: NameAnswer): Promise<void> {
  const type = outcome === 'pay' ? 'pay_anyway' : 'cancel';
  await applyStep(tx, bankPaymentProcess, { id: withdrawalId, event: { type, by }, cause: null, nowMs: Date.now() });
}

/** Publishes what changed to the withdrawals that requested the payments. One line of db/reactions.ts. */
export async function publishBankPaymentChanges(tx: Tx, changes: readonly Change<BankPaymentKind>[]): Promise<void> {
  const news = changes.flatMap(({ after, outcome, step }) =>
    outcome.effects.map(({ type: change }): BankPaymentNews => {
      const { reasonCode = null, words = null } = step.event;
      const { id, payeeName, bankReference } = after;
      return {
        withdrawalId: id,
        change,
        payeeName,
        bankReference,
        at: new Date(step.nowMs),
        reasonCode,
        words: reasonCode === null ? words : reasonInWords(reasonCode, words),
      };
    }),
  );
  await tellDisputes(tx, news);
  await react(tx, bankPaymentChanged, news);
}

/**
 * The payment's money stays held: withdrawals ask an operator as well, and own payments wait on the console's page
 * Bank.
 */
async function tellDisputes(tx: Tx, news: readonly BankPaymentNews[]): Promise<void> {
  for (const { withdrawalId: id, change, words } of news) {
    if (change !== 'disputed') continue;
    const what = `The bank rejected payment ${id}, which it may make all the same. ${words ?? 'It gives no reason.'}`;
    const next =
      'Ask the bank whether it makes the payment. One of the gateway’s own is decided in the console under Bank.';
    const message = `${what} Its money stays held. ${next}`;
    await raiseAlert(tx, { kind: 'bank_contradiction', subject: id, message });
  }
}

function newRow({ withdrawalId, merchantId, mode, amountMinor, creditor, remittance }: NewBankPayment) {
  const { name, iban, bic, address } = creditor;
  if (amountMinor <= 0n || amountMinor > SEPA_MAX_MINOR) throw new DomainError('amount_invalid');
  if (!/[A-Za-z0-9]/.test(sepaText(name, 70))) throw fieldError('name', 'A bank cannot read this name.');
  if (!/[A-Za-z]/.test(sepaText(address.town, 35))) throw fieldError('town', 'The town of the payee is required.');
  if (!/^[A-Z]{2}$/.test(address.country)) throw fieldError('country', 'The country of the payee is required.');
  return bankPaymentsTable.write(
    {
      id: withdrawalId,
      merchantId,
      mode,
      endToEndId: endToEndIdOf(withdrawalId),
      amountMinor,
      remittance,
      creditorName: name,
      creditorIban: iban,
      creditorBic: bic,
      creditorAddress: address,
    },
    NEW_KEYS,
  );
}

const NEW_KEYS = [
  'id',
  'merchantId',
  'mode',
  'endToEndId',
  'amountMinor',
  'remittance',
  'creditorName',
  'creditorIban',
  'creditorBic',
  'creditorAddress',
] as const;
const newColumns = NEW_KEYS.map(bankPaymentsTable.column).join(', ');

// In the order of the IDs, so that two callers never wait for each other.
const insertSql = prepared(`
  INSERT INTO bank_payment (${newColumns})
  SELECT ${newColumns} FROM jsonb_to_recordset($1::jsonb) AS n(${bankPaymentsTable.recordset(NEW_KEYS)}) ORDER BY id
  ON CONFLICT (id) DO NOTHING`);
