import type { WithdrawalForm, WithdrawalGate, WithdrawalTokenBody } from '../../../contract/withdrawals.ts';
import { gateDecimals } from '../../../domain/assets/assets.ts';
import { DomainError } from '../../../domain/errors.ts';
import { parseAmount } from '../../../domain/money/money.ts';
import { type PayoutFeePayer, type PayoutQuote, quotePayout } from '../../../domain/payouts/fees.ts';
import { checkPayoutAmount } from '../../../domain/payouts/limits.ts';
import { withoutTrailingZeros } from '../../../domain/text/trailing.ts';
import { t } from '../../i18n/translate.ts';

/** Values of the form: one active method an asset, so the method is what is chosen. */
export interface WithdrawalDraft {
  readonly method_id: string;
  readonly amount: string;
  readonly fee_payer: PayoutFeePayer;
}

/** A gate with the method that it is withdrawn by. */
export type OpenGate = WithdrawalGate & { readonly method: NonNullable<WithdrawalGate['method']> };

/** What can be requested now: gates that are open and have an active method. */
export function openGates({ gates }: Pick<WithdrawalForm, 'gates'>): OpenGate[] {
  return gates.filter((gate): gate is OpenGate => gate.is_open && !gate.frozen && gate.method !== null);
}

/** A new request; the address of the page may name the asset or the method. */
export function emptyWithdrawal(
  gates: readonly OpenGate[],
  named: { readonly gateId: string | null; readonly methodId: string | null },
): WithdrawalDraft {
  const gate =
    gates.find(({ gate_id, method }) => method.id === named.methodId || gate_id === named.gateId) ?? gates[0];
  return { method_id: gate?.method.id ?? '', amount: '', fee_payer: 'merchant' };
}

export function gateOf({ method_id }: Pick<WithdrawalDraft, 'method_id'>, gates: readonly OpenGate[]) {
  return gates.find(({ method }) => method.id === method_id);
}

/** What can be told before the server is asked, in the words of the spec (spec §5, §8). */
export function withdrawalProblems(draft: WithdrawalDraft, gates: readonly OpenGate[]) {
  const gate = gateOf(draft, gates);
  if (gate === undefined) return { method_id: t('form.required') };
  return { amount: amountProblem(draft, gate) };
}

/** What the request means, in minor units; null while there is no amount that leaves something. */
export function withdrawalQuote({ amount, fee_payer }: WithdrawalDraft, gate: WithdrawalGate): PayoutQuote | null {
  try {
    return quotePayout(minorOf(amount, gate), {
      feePayer: fee_payer,
      serviceFeeBps: Number(parseAmount(gate.service_fee_percent, 2)),
      networkFeeMinor: minorOf(gate.network_fee, gate),
    });
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** The largest amount whose fees the balance covers, too. */
export function wholeBalance({ fee_payer }: Pick<WithdrawalDraft, 'fee_payer'>, gate: WithdrawalGate): string {
  return withoutTrailingZeros(gate.largest[fee_payer]);
}

export function toTokenBody({ method_id, amount, fee_payer }: WithdrawalDraft): WithdrawalTokenBody {
  return { method_id, amount, fee_payer };
}

function amountProblem(draft: WithdrawalDraft, gate: WithdrawalGate): string | undefined {
  if (draft.amount === '') return t('form.required');
  if (!PLAIN.test(draft.amount)) return t('form.amountInvalid');
  try {
    const minor = minorOf(draft.amount, gate);
    if (minor === 0n) return t('create.amountZero');
    checkPayoutAmount(minor, {
      minMinor: minorOf(gate.min, gate),
      maxMinor: gate.max === null ? null : minorOf(gate.max, gate),
      hourlyMinor: null,
      dailyMinor: null,
    });
    const quote = withdrawalQuote(draft, gate);
    if (quote === null) return t('request.nothingLeft');
    return quote.heldMinor > minorOf(gate.available, gate) ? t('request.insufficient') : undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.fields?.amount?.[0] ?? t('form.amountInvalid');
  }
}

export function minorOf(amount: string, { gate_id }: Pick<WithdrawalGate, 'gate_id'>): bigint {
  return parseAmount(amount, gateDecimals(gate_id));
}

const PLAIN = /^\d+(\.\d+)?$/;
