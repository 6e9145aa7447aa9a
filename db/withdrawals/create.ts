import type { AnyWithdrawal } from '../../contract/withdrawals.view.ts';
import { type GateId, isCryptoGateId, type Mode } from '../../domain/assets/assets.ts';
import { SEPA_MAX_MINOR } from '../../domain/bank/sepa-text.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { type PayoutFeePayer, type PayoutQuote, quotePayout } from '../../domain/outflows/fees.ts';
import { checkPayoutAmount, type PayoutLimits } from '../../domain/outflows/limits.ts';
import { coolOffSecondsOf } from '../../domain/outflows/policy.ts';
import type { NetworkFeeQuote } from '../../domain/payouts/network-fee.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { one, prepared } from '../core/sql.ts';
import { bookAddress, bookedAccount, usableFrom } from '../outflows/address-book.ts';
import { readCreators } from '../outflows/creators.ts';
import { holdOutflow } from '../outflows/holds.ts';
import { checkSums, merchantLimits } from '../outflows/limits.ts';
import { type MoneyOutStatus, moneyOutStatus, refuseMerchant } from '../outflows/merchant-statuses.ts';
import { judgeMethod } from '../outflows/method-seal.ts';
import { joinPolicy } from '../outflows/policy.ts';
import { readMethodRow } from '../payout-methods/read.ts';
import type { MethodRow } from '../payout-methods/rows.ts';
import { type CheckedPayout, checkPayout, createPayout } from '../payouts/create.ts';
import { beginWithdrawal } from './begin.ts';
import { heldOf } from './holds.ts';
import type { WithdrawalSettings } from './settings.ts';

/** A requested withdrawal; the amount in minor units of its method's gate. */
export interface WithdrawalRequest {
  readonly profileId: string;
  readonly methodId: string;
  readonly amountMinor: bigint;
  readonly feePayer: PayoutFeePayer;
  /** Of coins: the network fee that was shown to the requester; without it, the current one is charged. */
  readonly agreedFee?: NetworkFeeQuote | undefined;
}

export interface NewWithdrawal extends WithdrawalRequest {
  readonly by: PayoutActor & { readonly kind: 'user' | 'system' };
  readonly nowMs: number;
}

/** A request that passed all checks except the balance. */
export interface CheckedWithdrawal {
  readonly gateId: GateId;
  readonly mode: Mode;
  readonly merchantId: string;
  readonly method: MethodRow;
  readonly quote: PayoutQuote;
  readonly limits: PayoutLimits;
  readonly approvalRequired: boolean;
  readonly coolOffSeconds: number;
  /** When a known account or address may be paid; null for a new one. */
  readonly usableFrom: Date | null;
  /** Of coins. */
  readonly payout: CheckedPayout | null;
}

/**
 * Checks a request and calculates its cost; writes nothing.
 * @throws DomainError `production_only`, `production_not_permitted`, `merchant_blocked`, `merchant_restricted`; 422 on
 *   `method_id` and `amount`; `gate_not_offered` without a bank; for coins also as `checkPayout`
 */
export async function checkWithdrawal(
  on: Tx | Db,
  settings: WithdrawalSettings,
  requested: WithdrawalRequest,
): Promise<CheckedWithdrawal> {
  const context = await one<Context>(on, contextSql, [requested.profileId]);
  const { mode, merchant_id: merchantId } = context;
  requireProduction(mode);
  refuseMerchant(context.merchant_status, mode);
  const method = await usableMethod(on, settings, requested);
  if (isCryptoGateId(method.gateId)) return inCoins(on, settings, { request: requested, method });
  if (!settings.hasBank(mode)) {
    const fields = { method_id: ['Withdrawals to bank accounts are not open yet.'] };
    throw new DomainError('gate_not_offered', { fields });
  }
  const limits = await merchantLimits(on, merchantId, 'EUR');
  checkPayoutAmount(requested.amountMinor, limits);
  const terms = { feePayer: requested.feePayer, serviceFeeBps: context.fee_bps, networkFeeMinor: 0n };
  const quote = quotePayout(requested.amountMinor, terms);
  if (quote.netMinor > SEPA_MAX_MINOR) {
    throw fieldError('amount', 'Amount is greater than the maximum value', 'amount_too_large');
  }
  return {
    gateId: 'EUR',
    mode,
    merchantId,
    method,
    quote,
    limits,
    approvalRequired: context.approval_required,
    coolOffSeconds: coolOffSecondsOf(mode, context.cool_off_seconds),
    usableFrom: await usableFrom(on, { profileId: requested.profileId, ...bookedAccount(accountOf(method).iban) }),
    payout: null,
  };
}

/** Spec §4: withdrawals need production. @throws DomainError `production_only` */
export function requireProduction(mode: Mode): void {
  if (mode !== 'production') throw new DomainError('production_only');
}

/**
 * Creates a withdrawal: the row, the hold on the balance, its approval if the creator may approve, events, and the
 * start of its workflow, all in the caller's transaction. In coins it is a payout. The balance is locked last and
 * briefly. After a refusal the caller rolls the transaction back.
 * @throws DomainError as {@link checkWithdrawal}; `insufficient_balance`, `account_frozen`, `amount_too_large` beyond
 *   the sums per hour and day
 */
export async function createWithdrawal(
  tx: Tx,
  settings: WithdrawalSettings,
  input: NewWithdrawal,
): Promise<AnyWithdrawal> {
  const checked = await checkWithdrawal(tx, settings, input);
  const { method, mode, gateId, merchantId, quote, limits } = checked;
  const { by, nowMs, profileId, amountMinor, feePayer } = input;
  if (checked.payout !== null)
    return { type: 'crypto', row: await createPayout(tx, settings, payoutOf(input, method)) };
  const account = accountOf(method);
  const usable = await bookAddress(tx, {
    ...bookedAccount(account.iban),
    profileId,
    coolOffSeconds: checked.coolOffSeconds,
    nowMs,
  });
  const { creators } = await readCreators(tx, {
    by,
    kind: 'payout',
    methodId: method.id,
    policyRequired: checked.approvalRequired,
  });
  const row = await beginWithdrawal(tx, settings, {
    withdrawal: {
      merchantId,
      profileId,
      mode,
      amountMinor,
      feePayer,
      netMinor: quote.netMinor,
      serviceFeeMinor: quote.serviceFeeMinor,
      heldMinor: quote.heldMinor,
      methodId: method.id,
      methodTitle: method.title,
      ...account,
      approvalRequired: checked.approvalRequired,
      notBefore: usable.getTime() > nowMs ? usable : null,
    },
    by,
    creators,
    nowMs,
  });
  await holdOutflow(tx, heldOf(row));
  // The balance is locked now, so the sums of two concurrent requests include each other.
  const sums = [{ gateId, netMinor: quote.netMinor, limits }];
  await checkSums(tx, { merchantId, mode, exceptId: row.id, locks: true }, sums);
  return { type: 'fiat', row };
}

/** The active withdrawal method, as it was confirmed. @throws DomainError 422 on `method_id`; `method_changed` */
async function usableMethod(
  on: Tx | Db,
  { methodSeal }: WithdrawalSettings,
  { methodId: id, profileId }: WithdrawalRequest,
): Promise<MethodRow> {
  const method = await readMethodRow(on, { id, profileId }).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'not_found') {
      throw fieldError('method_id', 'There is no such withdrawal method.');
    }
    throw error;
  });
  if (method.operation !== 'withdrawal') throw fieldError('method_id', 'This method is for payouts.');
  if (method.status !== 'active') throw fieldError('method_id', 'This withdrawal method is not active.');
  const verdict = await judgeMethod(on, methodSeal, id);
  const hasTown = method.type === 'crypto' || method.town !== null;
  if (verdict !== 'sealed' || !hasTown) throw new DomainError('method_changed');
  return method;
}

async function inCoins(
  on: Tx | Db,
  settings: WithdrawalSettings,
  { request, method }: { readonly request: WithdrawalRequest; readonly method: MethodRow },
): Promise<CheckedWithdrawal> {
  const payout = await checkPayout(on, settings, payoutOf(request, method));
  const { mode, merchantId, limits, approvalRequired, coolOffSeconds } = payout;
  const { netMinor, serviceFeeMinor, networkFeeMinor, heldMinor } = payout;
  return {
    mode,
    merchantId,
    method,
    limits,
    approvalRequired,
    coolOffSeconds,
    payout,
    gateId: payout.gate.id,
    quote: { netMinor, serviceFeeMinor, networkFeeMinor, heldMinor },
    usableFrom: await usableFrom(on, { ...payout, profileId: request.profileId, network: payout.gate.network }),
  };
}

/** The payout of a withdrawal in coins; the title of its method is its description. */
function payoutOf<Wish extends WithdrawalRequest>(requested: Wish, method: MethodRow) {
  const { gateId, address, destinationTag, title } = method;
  if (!isCryptoGateId(gateId) || address === null) throw new Error(`The method ${method.id} has no address.`);
  const target = { gateId, address, destinationTag: destinationTag?.toString() ?? null };
  return { ...requested, ...target, kind: 'withdrawal' as const, reference: null, description: title };
}

/** The bank account of a method that was checked. */
function accountOf(method: MethodRow) {
  const { iban, bic, accountName, bankName, country, town, street, postCode } = method;
  if (iban === null || bic === null || accountName === null || country === null || town === null) {
    throw new Error(`The method ${method.id} has no bank account.`);
  }
  return { iban, bic, accountName, bankName, country, town, street, postCode };
}

interface Context {
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly merchant_status: MoneyOutStatus;
  readonly fee_bps: number;
  readonly approval_required: boolean;
  readonly cool_off_seconds: number | null;
}

const contextSql = prepared(`
  SELECT p.merchant_id, p.mode, ${moneyOutStatus} AS merchant_status,
    (SELECT f.fee_bps FROM fee_plan f WHERE f.plan IN (m.fee_plan, 'default') AND f.operation = 'withdrawal'
     ORDER BY f.plan = m.fee_plan DESC LIMIT 1) AS fee_bps,
    coalesce(y.approval_required, false) AS approval_required, y.cool_off_seconds
  FROM profile p JOIN merchant m ON m.id = p.merchant_id
  ${joinPolicy}
  WHERE p.id = $1`);
