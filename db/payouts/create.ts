import { type ChainKind, type CryptoGate, type CryptoGateId, gate, type Mode } from '../../domain/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { type PayoutFeePayer, type PayoutQuote, quotePayout } from '../../domain/payouts/fees.ts';
import { checkPayoutAmount, exceededLimit, limitRefusal } from '../../domain/payouts/limits.ts';
import { coolOffSecondsOf } from '../../domain/payouts/policy.ts';
import { type PayoutTarget, payoutTarget } from '../../domain/payouts/target.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import type { PayoutRecord } from '../../domain/view/payout.ts';
import { notifyLiveAfterCommit } from '../live.ts';
import type { MerchantStatus } from '../models/merchant.ts';
import { enqueue } from '../outbox.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, maybeOne, prepared } from '../sql.ts';
import { bookAddress } from './address-book.ts';
import { applyPayoutEvent } from './apply.ts';
import { holdPayout } from './holds.ts';
import { merchantLimits, merchantUse } from './limits.ts';
import { liveMessageOf, publishPayout, workflowStart } from './publish.ts';
import { readPayout, readPayoutRow } from './read.ts';
import type { PayoutSettings } from './settings.ts';

/** What is asked for; amounts in minor units of the gate. */
export interface PayoutWish {
  readonly profileId: string;
  readonly gateId: CryptoGateId;
  readonly amountMinor: bigint;
  readonly address: string;
  readonly destinationTag: string | null;
  readonly feePayer: PayoutFeePayer;
}

export interface NewPayout extends PayoutWish {
  readonly reference: string | null;
  readonly description: string | null;
  readonly methodId?: string;
  readonly by: PayoutActor & { readonly kind: 'user' | 'token' | 'system' };
  readonly nowMs: number;
}

/** A wish that was checked against everything but the balance. */
export interface CheckedPayout extends PayoutQuote, PayoutTarget {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly gate: CryptoGate;
  readonly chain: ChainKind;
  readonly approvalRequired: boolean;
  readonly coolOffSeconds: number;
}

/**
 * Checks what is asked for and tells what it would cost; nothing is written.
 * @throws DomainError 422 for address, tag and amount; `gate_not_offered` where nothing could send it; `production_not_permitted`; `merchant_blocked`
 */
export async function checkPayout(on: Tx | Db, settings: PayoutSettings, wish: PayoutWish): Promise<CheckedPayout> {
  const of = gate(wish.gateId);
  const context = await contextOf(on, wish.profileId, of);
  const { mode, merchant_id: merchantId } = context;
  if (context.merchant_status === 'blocked') throw new DomainError('merchant_blocked');
  if (mode === 'production' && context.merchant_status !== 'verified')
    throw new DomainError('production_not_permitted');
  if (!settings.isOpen(mode, of.network)) {
    throw new DomainError('gate_not_offered', { fields: { gate_id: ['Payouts of this asset are not open yet.'] } });
  }
  const chain = settings.chainOf(mode, of.network, context.chain);
  const target = payoutTarget(of, wish, { chain, tokenContract: settings.tokenContract(mode) });
  checkPayoutAmount(wish.amountMinor, await merchantLimits(on, merchantId, of.id));
  const quote = quotePayout(wish.amountMinor, {
    feePayer: wish.feePayer,
    serviceFeeBps: context.fee_bps,
    networkFeeMinor: of.networkFeeMinor,
  });
  return {
    ...quote,
    ...target,
    merchantId,
    mode,
    gate: of,
    chain,
    approvalRequired: context.approval_required,
    coolOffSeconds: coolOffSecondsOf(mode, context.cool_off_seconds),
  };
}

/**
 * Asks for a payout: the row, the hold on the balance, its approval where the creator may give it, events, and the start of its workflow, all in the caller's
 * transaction. A refusal leaves nothing when that transaction is rolled back.
 * @throws DomainError as {@link checkPayout}; `insufficient_balance`, `account_frozen`, `amount_too_large` beyond the sums per hour and day
 */
export async function createPayout(tx: Tx, settings: PayoutSettings, input: NewPayout): Promise<PayoutRecord> {
  const checked = await checkPayout(tx, settings, input);
  const id = newId(input.nowMs);
  await insert(tx, { id, input, checked });
  const row = await readPayoutRow(tx, id);
  await holdPayout(tx, row);
  // The balance is locked from here on, so the sums of two requests at once cannot miss each other.
  const { merchantId, mode, gate: of } = checked;
  const use = await merchantUse(tx, { merchantId, mode, gateId: of.id, exceptId: id });
  const exceeded = exceededLimit(checked.netMinor, use, await merchantLimits(tx, merchantId, of.id));
  if (exceeded !== null) throw limitRefusal(exceeded);
  const notBefore = input.by.kind !== 'token' ? await coolOff(tx, { input, checked }) : null;
  if (notBefore !== null) await execute(tx, 'UPDATE payout SET not_before = $2 WHERE id = $1', [id, notBefore]);
  const asked = await readPayoutRow(tx, id);
  await publishPayout(tx, asked, input.nowMs);
  notifyLiveAfterCommit(tx, liveMessageOf(asked));
  if (!checked.approvalRequired) {
    const event = { type: 'approve', by: input.by, mac: settings.seal.approve(asked, input.by) } as const;
    await applyPayoutEvent(tx, { payoutId: id, event, cause: 'approve', nowMs: input.nowMs, byWorkflow: true });
  }
  await enqueue(tx, [workflowStart(await readPayoutRow(tx, id))]);
  return readPayout(tx, id);
}

interface Context {
  merchant_id: string;
  mode: Mode;
  merchant_status: MerchantStatus;
  fee_bps: number;
  chain: ChainKind | null;
  approval_required: boolean;
  cool_off_seconds: number | null;
}

async function contextOf(on: Tx | Db, profileId: string, of: CryptoGate): Promise<Context> {
  const context = await maybeOne<Context>(on, contextSql, [profileId, of.network]);
  if (context === undefined) throw new DomainError('not_found');
  return context;
}

interface Insert {
  readonly id: string;
  readonly input: NewPayout;
  readonly checked: CheckedPayout;
}

async function insert(tx: Tx, { id, input, checked }: Insert): Promise<void> {
  await execute(tx, insertSql, [
    id,
    checked.merchantId,
    input.profileId,
    checked.mode,
    checked.gate.id,
    checked.gate.network,
    input.amountMinor,
    checked.netMinor,
    checked.serviceFeeMinor,
    checked.networkFeeMinor,
    checked.heldMinor,
    input.feePayer,
    checked.chain,
    checked.address,
    checked.addressKey,
    checked.destinationTag,
    input.reference,
    input.description,
    input.methodId ?? null,
    checked.approvalRequired,
    input.by.kind,
    input.by.id,
    new Date(input.nowMs),
  ]);
}

/** An address that the merchant's people or methods use for the first time cools off; the time counts from its first use. */
async function coolOff(tx: Tx, { input, checked }: Omit<Insert, 'id'>): Promise<Date | null> {
  const { profileId, nowMs } = input;
  const usableFrom = await bookAddress(tx, { ...checked, profileId, network: checked.gate.network, nowMs });
  return usableFrom.getTime() > nowMs ? usableFrom : null;
}

const contextSql = prepared(`
  SELECT p.merchant_id, p.mode, m.status AS merchant_status, i.chain,
    (SELECT f.fee_bps FROM fee_plan f WHERE f.plan IN (m.fee_plan, 'default') AND f.operation = 'payout'
     ORDER BY f.plan = m.fee_plan DESC LIMIT 1) AS fee_bps,
    coalesce(y.approval_required, false) AS approval_required, y.cool_off_seconds
  FROM profile p JOIN merchant m ON m.id = p.merchant_id
  LEFT JOIN payout_policy y ON y.profile_id = p.id
  LEFT JOIN chain_identity i ON i.mode = p.mode AND i.network = $2
  WHERE p.id = $1`);

const insertSql = prepared(`
  INSERT INTO payout (id, kind, merchant_id, profile_id, mode, status, status_reason, gate_id, network, amount_minor, net_minor, service_fee_minor,
    network_fee_minor, held_minor, fee_payer, chain, address, address_key, destination_tag, reference, description, method_id,
    approval_required, created_by_kind, created_by, created_at)
  VALUES ($1, 'payout', $2, $3, $4, 'new', CASE WHEN $20 THEN 'awaiting_approval' END, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
    $18, $19, $20, $21, $22, $23)`);
