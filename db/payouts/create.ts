import { type ChainKind, type CryptoGate, type CryptoGateId, gate, type Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { type PayoutFeePayer, type PayoutQuote, quotePayout } from '../../domain/outflows/fees.ts';
import { checkPayoutAmount, type PayoutLimits } from '../../domain/outflows/limits.ts';
import { coolOffSecondsOf } from '../../domain/outflows/policy.ts';
import { agreedNetworkFee, type NetworkFeeQuote } from '../../domain/payouts/network-fee.ts';
import type { PayoutRow } from '../../domain/payouts/record.ts';
import { type PayoutTarget, payoutTarget } from '../../domain/payouts/target.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared } from '../core/sql.ts';
import { coolOffEnd } from '../outflows/cool-off.ts';
import { readCreators } from '../outflows/creators.ts';
import { holdOutflow } from '../outflows/holds.ts';
import { checkSums, merchantLimits } from '../outflows/limits.ts';
import { type MoneyOutStatus, moneyOutStatus, refuseMerchant } from '../outflows/merchant-statuses.ts';
import { joinPolicy } from '../outflows/policy.ts';
import { beginPayout, type RequestedPayout } from './begin.ts';
import { networkFee, withGathering } from './network-fees.ts';
import type { PayoutSettings } from './settings.ts';

/** A requested payout; amounts in minor units of the gate. */
export interface PayoutRequest {
  readonly profileId: string;
  /** A withdrawal goes to the merchant's own method and has its own fee; default: a payout. */
  readonly kind?: 'payout' | 'withdrawal';
  readonly gateId: CryptoGateId;
  readonly amountMinor: bigint;
  readonly address: string;
  readonly destinationTag: string | null;
  readonly feePayer: PayoutFeePayer;
  /** The network fee that was shown to the requester; without it, the current one is charged. */
  readonly agreedFee?: NetworkFeeQuote | undefined;
}

export interface NewPayout extends PayoutRequest {
  readonly reference: string | null;
  readonly description: string | null;
  readonly methodId?: string;
  readonly by: PayoutActor & { readonly kind: 'user' | 'token' | 'system' };
  readonly nowMs: number;
}

/** A request that passed all checks except the balance. */
export interface CheckedPayout extends PayoutQuote, PayoutTarget {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly gate: CryptoGate;
  readonly networkFee: NetworkFeeQuote;
  readonly chain: ChainKind;
  /** The merchant's limits for the gate. */
  readonly limits: PayoutLimits;
  readonly approvalRequired: boolean;
  readonly coolOffSeconds: number;
}

/**
 * Checks a request and calculates its cost; writes nothing.
 * @throws DomainError 422 for address, tag and amount; `gate_not_offered` if it cannot be sent;
 *   `production_not_permitted`; `merchant_blocked`; `merchant_restricted`; `changed_meanwhile` when the network fee
 *   exceeds the agreed one
 */
export async function checkPayout(
  on: Tx | Db,
  settings: PayoutSettings,
  requested: PayoutRequest,
): Promise<CheckedPayout> {
  const of = gate(requested.gateId);
  const context = await contextOf(on, requested, of);
  const { mode, merchant_id: merchantId } = context;
  refuseMerchant(context.merchant_status, mode);
  if (!settings.isOpen(mode, of.network)) {
    throw new DomainError('gate_not_offered', { fields: { gate_id: ['Payouts of this asset are not open yet.'] } });
  }
  const chain = settings.chainOf(mode, of.network, context.chain);
  const target = payoutTarget(of, requested, {
    chain,
    tokenContract: settings.tokenContract(mode),
    ownAccount: settings.ownAccount(mode, of.network),
  });
  const limits = await merchantLimits(on, merchantId, of.id);
  checkPayoutAmount(requested.amountMinor, limits);
  const present = await networkFee(on, settings, { mode, merchantId, gateId: of.id });
  const fee = requested.agreedFee === undefined ? present : agreedNetworkFee(requested.agreedFee, present);
  const quote = quotePayout(requested.amountMinor, {
    feePayer: requested.feePayer,
    serviceFeeBps: context.fee_bps,
    networkFeeMinor: fee.chargedMinor,
  });
  return {
    ...quote,
    ...target,
    merchantId,
    mode,
    gate: of,
    networkFee: fee,
    chain,
    limits,
    approvalRequired: context.approval_required,
    coolOffSeconds: coolOffSecondsOf(mode, context.cool_off_seconds),
  };
}

/**
 * Creates a payout: the row, the hold on the balance, its approval if the creator may approve, events, and the start of
 * its workflow, all in the caller's transaction. The balance is locked last and briefly. After a refusal the caller
 * rolls the transaction back.
 * @throws DomainError as {@link checkPayout}; `insufficient_balance`, `account_frozen`, `amount_too_large` beyond the
 *   sums per hour and day
 */
export async function createPayout(tx: Tx, settings: PayoutSettings, input: NewPayout): Promise<PayoutRow> {
  const { by, nowMs } = input;
  const { networkFee: fee, ...rest } = await checkPayout(tx, settings, input);
  const gateId = rest.gate.id;
  const { methodId } = input;
  const policyRequired = rest.approvalRequired;
  const { creators, armedAt, isDraft } = await readCreators(tx, { by, kind: 'payout', methodId, policyRequired });
  const approvalRequired = policyRequired || isDraft;
  const checked = { ...rest, approvalRequired, networkFee: await withGathering(tx, fee, { ...rest, gateId }) };
  const notBefore = await coolOffEnd(tx, {
    by,
    armedAt,
    isDraft,
    nowMs,
    ...checked,
    profileId: input.profileId,
    network: checked.gate.network,
  });
  const request = requestedFrom({ input, checked, notBefore });
  const row = await beginPayout(tx, settings, { payout: request, by, creators, nowMs });
  await holdOutflow(tx, row);
  // The balance is locked now, so the sums of two concurrent requests include each other.
  await checkSums(tx, { ...checked, exceptId: row.id, locks: true }, [{ ...checked, gateId }]);
  return row;
}

interface Context {
  merchant_id: string;
  mode: Mode;
  merchant_status: MoneyOutStatus;
  fee_bps: number;
  chain: ChainKind | null;
  approval_required: boolean;
  cool_off_seconds: number | null;
}

async function contextOf(on: Tx | Db, { profileId, kind = 'payout' }: PayoutRequest, of: CryptoGate): Promise<Context> {
  const context = await maybeOne<Context>(on, contextSql, [profileId, of.network, kind]);
  if (context === undefined) throw new DomainError('not_found');
  return context;
}

interface Requested {
  readonly input: NewPayout;
  readonly checked: CheckedPayout;
  readonly notBefore: Date | null;
}

function requestedFrom({ input, checked, notBefore }: Requested): RequestedPayout {
  return {
    id: newId(input.nowMs),
    kind: input.kind ?? 'payout',
    merchantId: checked.merchantId,
    profileId: input.profileId,
    mode: checked.mode,
    gateId: checked.gate.id,
    network: checked.gate.network,
    amountMinor: input.amountMinor,
    netMinor: checked.netMinor,
    serviceFeeMinor: checked.serviceFeeMinor,
    networkFeeMinor: checked.networkFeeMinor,
    heldMinor: checked.heldMinor,
    feeCeilingMinor: checked.networkFee.ceilingMinor,
    feeSampledAt: checked.networkFee.sampledAt,
    feePayer: input.feePayer,
    chain: checked.chain,
    address: checked.address,
    addressKey: checked.addressKey,
    destinationTag: checked.destinationTag,
    reference: input.reference,
    description: input.description,
    methodId: input.methodId ?? null,
    invoiceId: null,
    approvalRequired: checked.approvalRequired,
    notBefore,
  };
}

const contextSql = prepared(`
  SELECT p.merchant_id, p.mode, ${moneyOutStatus} AS merchant_status, i.chain,
    (SELECT f.fee_bps FROM fee_plan f WHERE f.plan IN (m.fee_plan, 'default') AND f.operation = $3
     ORDER BY f.plan = m.fee_plan DESC LIMIT 1) AS fee_bps,
    coalesce(y.approval_required, false) AS approval_required, y.cool_off_seconds
  FROM profile p JOIN merchant m ON m.id = p.merchant_id
  ${joinPolicy}
  LEFT JOIN chain_identity i ON i.mode = p.mode AND i.network = $2
  WHERE p.id = $1`);
