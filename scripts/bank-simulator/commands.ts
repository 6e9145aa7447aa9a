import { findCreditorReference } from '../../domain/bank/creditor-reference.ts';
import { parseAmount } from '../../domain/money/money.ts';
import { DIALECT_NAMES } from './dialects.ts';
import { type BankCommand, PLANS, TRICKS } from './state.ts';

/** The options of `npm run simulate -- bank <what>`. */
export interface BankOptions {
  readonly amount?: string | undefined;
  readonly reason?: string | undefined;
  readonly name?: string | undefined;
  readonly iban?: string | undefined;
  readonly reference?: string | undefined;
  readonly text?: string | undefined;
  readonly payment?: string | undefined;
  readonly seconds?: string | undefined;
  readonly days?: string | undefined;
}

export const BANK_USAGE = `  bank <${PLANS.join('|')}> [--reason <code>]
                             what the bank does with the next file of payments
  bank <${TRICKS.join('|')}>
                             what it does wrong with the next statement
  bank delay --seconds <n>   how long it takes to make payments
  bank dialect --name <${DIALECT_NAMES.join('|')}>
                             how it writes reports, statements and notifications from now on
  bank refuse-recall         refuses the next recall and makes the payment
  bank return [--payment <end-to-end ID>] [--reason <code>] [--days <n>]
                             returns a payment; without an ID the last one that was made
  bank credit --amount <euro> [--reference <RF…>] [--text <remittance>] [--name <payer>] [--iban <payer's>]
  bank fee --amount <euro>   moves money on the account`;

/** Reads a command. @throws Error in words for operators */
export function bankCommand(what: string | undefined, options: BankOptions): BankCommand {
  const {
    amount,
    reason,
    name = 'A payer',
    iban = PAYER_IBAN,
    reference,
    text: remittance,
    payment: endToEndId,
  } = options;
  const plan = PLANS.find((each) => each === what);
  if (plan !== undefined) return { type: 'plan', plan, reason };
  const trick = TRICKS.find((each) => each === what);
  if (trick !== undefined) return { type: 'trick', trick };
  switch (what) {
    case 'delay':
      return { type: 'delay', seconds: wholeNumber('seconds', options.seconds) };
    case 'dialect': {
      const dialect = DIALECT_NAMES.find((each) => each === options.name);
      if (dialect === undefined) throw new Error(`--name must be one of ${DIALECT_NAMES.join(', ')}.`);
      return { type: 'dialect', dialect };
    }
    case 'refuse-recall':
      return { type: 'refuse-recall' };
    case 'return':
      return { type: 'return', endToEndId, reason: reason ?? 'AC04', days: wholeNumber('days', options.days ?? '0') };
    case 'credit':
      if (reference !== undefined && findCreditorReference(reference) === null) {
        throw new Error('--reference must be a creditor reference with right check digits, such as RF18539007547034.');
      }
      return { type: 'credit', minor: cents(amount), name, iban, reference, remittance };
    case 'fee':
      return { type: 'fee', minor: cents(amount) };
    default:
      throw new Error(`Unknown: bank ${what ?? ''}. Run the command without arguments for help.`);
  }
}

/** From the documentation of the standard. */
const PAYER_IBAN = 'DE89370400440532013000';

function cents(amount: string | undefined): string {
  const minor = /^\d{1,9}(?:\.\d{1,2})?$/.test(amount ?? '') ? parseAmount(amount ?? '', 2) : 0n;
  if (minor <= 0n) throw new Error('--amount must be euro above zero, such as 12.50.');
  return minor.toString();
}

function wholeNumber(option: string, value: string | undefined): number {
  if (!/^\d{1,5}$/.test(value ?? '')) throw new Error(`--${option} must be a whole number.`);
  return Number(value);
}
