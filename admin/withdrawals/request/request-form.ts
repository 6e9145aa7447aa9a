import type { WithdrawalForm, WithdrawalGate, WithdrawalTokenBody } from '../../../contract/withdrawals.ts';
import type { PayoutFeePayer } from '../../../domain/outflows/fees.ts';
import { withoutTrailingZeros } from '../../../domain/text/trailing.ts';
import { t } from '../../i18n/translate.ts';
import { outflowProblem } from '../../outflows/outflow-amount.ts';

/** Values of the form: one active method an asset, so the method is what is chosen. */
export interface WithdrawalDraft {
  readonly method_id: string;
  readonly amount: string;
  readonly fee_payer: PayoutFeePayer;
}

/** A gate with the method that it is withdrawn by. */
export type OpenGate = WithdrawalGate & { readonly method: NonNullable<WithdrawalGate['method']> };

/** The gates that can be requested now: open ones with an active method. */
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

/** Checks that need no server, with messages in the spec's words (spec §5, §8). */
export function withdrawalProblems(draft: WithdrawalDraft, gates: readonly OpenGate[]) {
  const gate = gateOf(draft, gates);
  if (gate === undefined) return { method_id: t('form.required') };
  return { amount: outflowProblem(draft, gate) };
}

/** The largest amount whose fees the balance covers, too. */
export function wholeBalance({ fee_payer }: Pick<WithdrawalDraft, 'fee_payer'>, gate: WithdrawalGate): string {
  return withoutTrailingZeros(gate.largest[fee_payer]);
}

export function toTokenBody({ method_id, amount, fee_payer }: WithdrawalDraft): WithdrawalTokenBody {
  return { method_id, amount, fee_payer };
}
