import type { PaymentMethod } from '../../../contract/payment-methods.ts';
import type { PayoutForm, PayoutGate, PayoutTokenBody, SpaCreatePayoutBody } from '../../../contract/payouts.ts';
import { type ChainKind, type CryptoGateId, gates, isCryptoGateId } from '../../../domain/assets/assets.ts';
import { formatAmount, formatTrimmed, mulDivFloor, parseAmount } from '../../../domain/money/money.ts';
import type { PayoutFeePayer } from '../../../domain/outflows/fees.ts';
import { bodyRules } from '../../forms/body-rules.ts';
import type { Problems } from '../../forms/rules.ts';
import { t } from '../../i18n/translate.ts';
import { outflowProblem } from '../../outflows/outflow-amount.ts';
import { targetProblems } from '../target-check.ts';

export interface RequestValues {
  readonly gate_id: CryptoGateId | '';
  /** Empty: to an address that is typed. */
  readonly method_id: string;
  readonly address: string;
  readonly destination_tag: string;
  readonly amount: string;
  readonly fee_payer: PayoutFeePayer;
  readonly reference: string;
  readonly description: string;
}

export interface RequestRules {
  readonly gates: readonly PayoutGate[];
  readonly chains: readonly ChainKind[];
}

/** A new request; the asset may be named by the address of the page. */
export function emptyRequest(form: PayoutForm, preset: { gateId: string | null }): RequestValues {
  const open = form.gates.filter(({ is_open }) => is_open);
  const named = open.find(({ gate_id }) => gate_id === preset.gateId) ?? (open.length === 1 ? open[0] : undefined);
  return {
    gate_id: named?.gate_id ?? '',
    method_id: '',
    address: '',
    destination_tag: '',
    amount: '',
    fee_payer: 'merchant',
    reference: '',
    description: '',
  };
}

/** The form's checks before it is sent: the contract's schema, with messages in the spec's words (spec §5, §8). */
export async function requestProblems(
  values: RequestValues,
  { gates: offered, chains }: RequestRules,
): Promise<Problems<RequestValues>> {
  const gate = gateOf(values, offered);
  if (gate === undefined) return { gate_id: t('form.required') };
  const target = values.method_id === '' ? targetProblems(gate.gate_id, values, chains) : {};
  const rules = bodyRules<RequestValues>(
    async () => (await import('../../../contract/payouts.ts')).SpaCreatePayoutBody,
    {
      toBody: () => toCreateBody(values, gate, CODE_TO_COME),
      check: () => ({ ...target, amount: outflowProblem(values, gate) }),
    },
  );
  return rules(values);
}

/** The code is typed on the next page; until then it is none of the form's problems. */
const CODE_TO_COME = { code: '000000' };

export function gateOf(values: Pick<RequestValues, 'gate_id'>, offered: readonly PayoutGate[]): PayoutGate | undefined {
  return offered.find(({ gate_id }) => gate_id === values.gate_id);
}

/** All of the balance: the largest amount whose fees it covers too. */
export function wholeBalance({ fee_payer }: Pick<RequestValues, 'fee_payer'>, gate: PayoutGate): string {
  const { decimals, decimalsShown } = gates[gate.gate_id];
  return formatTrimmed(parseAmount(gate.largest[fee_payer], decimals), decimals, decimalsShown);
}

/** Minor units of a gate in the currency of the profile, rounded down; null while no rate is known. */
export function fiatOf(minor: bigint, { gate_id, rate }: PayoutGate): string | null {
  if (rate === null) return null;
  const places = rate.split('.')[1]?.length ?? 0;
  const scaled = BigInt(rate.replace('.', ''));
  return formatAmount(mulDivFloor(minor * 100n, scaled, 10n ** BigInt(gates[gate_id].decimals + places)), 2);
}

/** The payout that the emailed code is bound to: the server rejects the code for any other. */
export function toTokenBody(values: RequestValues, gate: PayoutGate): PayoutTokenBody {
  const { method_id, address, destination_tag, amount, fee_payer } = values;
  const target = method_id === '' ? { address, destination_tag: destination_tag || undefined } : { method_id };
  return { gate_id: gate.gate_id, amount, fee_payer, ...target };
}

export function toCreateBody(
  values: RequestValues,
  gate: PayoutGate,
  proof: Pick<SpaCreatePayoutBody, 'code' | 'two_fa_code' | 'recovery_code'>,
): SpaCreatePayoutBody {
  const { reference, description } = values;
  return {
    ...toTokenBody(values, gate),
    reference: reference || undefined,
    description: description || undefined,
    ...proof,
  };
}

/** The methods that may be chosen for an asset; its default first. */
export function methodsFor(gateId: CryptoGateId | '', methods: readonly PaymentMethod[]): PaymentMethod[] {
  return methods
    .filter(({ gate_id, status }) => isCryptoGateId(gate_id) && gate_id === gateId && status === 'active')
    .sort((a, b) => Number(b.is_default) - Number(a.is_default) || a.title.localeCompare(b.title));
}
