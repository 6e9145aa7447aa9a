import type { ChangeLimitsBody, StaffTreasury } from '../../../contract/staff-treasury.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import { parseAmount } from '../../../domain/money/money.ts';
import { limitProblems } from '../../../domain/treasury/limit-change.ts';
import { bodyRules } from '../../forms/body-rules.ts';
import { reasonProblem } from '../reason-problem.ts';

/** The limits of an asset as they are. */
export type Limits = Pick<
  StaffTreasury['positions'][number],
  'asset' | 'threshold' | 'max_age_seconds' | 'max_order' | 'position' | 'bound_bps'
>;

/** The form of new limits. The worst price is typed in percent. */
export interface LimitDraft {
  threshold: string;
  max_age_seconds: string;
  max_order: string;
  position: string;
  bound_bps: string;
  reason: string;
}

export function limitDraft({ threshold, max_age_seconds, max_order, position, bound_bps }: Limits): LimitDraft {
  const texts = { max_age_seconds: String(max_age_seconds), bound_bps: percentOf(bound_bps) };
  return { threshold, max_order, position, ...texts, reason: '' };
}

export function toLimitsBody(
  { max_age_seconds, bound_bps, ...draft }: LimitDraft,
  { mode, asset }: { readonly mode: Mode; readonly asset: Limits['asset'] },
): ChangeLimitsBody {
  return { mode, asset, ...draft, max_age_seconds: wholeNumber(max_age_seconds), bound_bps: bpsOf(bound_bps) };
}

/** Errors of new limits: the contract's schema, and the server's own rules. */
export function limitRules(of: { readonly mode: Mode; readonly asset: Limits['asset'] }) {
  return bodyRules<LimitDraft>(async () => (await import('../../../contract/staff-treasury.ts')).ChangeLimitsBody, {
    toBody: (draft) => toLimitsBody(draft, of),
    check,
  });
}

function check(draft: LimitDraft) {
  return { ...reasonProblem(draft), ...(areAmounts(draft) ? problemsOf(draft) : {}) };
}

function problemsOf({ threshold, max_order, position }: LimitDraft) {
  return limitProblems({
    threshold_minor: cents(threshold),
    max_order_minor: cents(max_order),
    position_minor: cents(position),
    max_age_seconds: '',
    bound_bps: '',
  });
}

const CENTS = /^\d{1,40}(\.\d{1,2})?$/;

function areAmounts({ threshold, max_order, position }: LimitDraft): boolean {
  return [threshold, max_order, position].every((amount) => CENTS.test(amount));
}

function cents(amount: string): string {
  return parseAmount(amount, 2).toString();
}

/** Basis points as percent: 50 is `0.5`. */
export function percentOf(bps: number): string {
  return String(bps / 100);
}

/** Percent with at most two decimals as basis points; what is none is no number, which the contract refuses. */
function bpsOf(percent: string): number {
  return /^\d{1,3}(\.\d{1,2})?$/.test(percent) ? Math.round(Number(percent) * 100) : Number.NaN;
}

function wholeNumber(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}
