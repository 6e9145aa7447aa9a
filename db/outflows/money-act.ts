import type { Mode } from '../../domain/assets/assets.ts';
import { fieldError, isDomainError } from '../../domain/errors.ts';
import type { NetworkFeeQuote } from '../../domain/payouts/network-fee.ts';
import type { PayoutKind } from '../../domain/state/payout-status.ts';
import type { Client } from '../accounts/devices.ts';
import { takeTry } from '../accounts/lockouts.ts';
import type { AccountSecrets } from '../accounts/secrets.ts';
import type { SignedInUser } from '../accounts/users.ts';
import {
  askByMail,
  type CodeTimes,
  checkCode,
  closeQuestion,
  findExpired,
  type Question,
  resendCode,
  wrongCode,
} from '../accounts/verification-codes.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { one, prepared } from '../core/sql.ts';
import { type MoneyOutStatus, moneyOutStatus, refuseMerchant } from './merchant-statuses.ts';

/** The action that a mailed code authorizes. */
export interface MailedAct {
  /** One text of everything that determines recipient, amount and owner: the code is valid for exactly this text. */
  readonly binding: string;
  readonly mode: Mode;
  /** Amount and asset, for the mail. */
  readonly amount: string;
  /** For the mail. */
  readonly address: string;
  /** How the mail names it; a payout by default. */
  readonly about?: 'refund' | 'withdrawal';
  /** The displayed network fee: it will be charged as long as it covers the network's costs. */
  readonly networkFee?: NetworkFeeQuote;
}

export interface Requester {
  readonly user: SignedInUser;
  readonly client: Client;
}

/** The source and type of outgoing money. */
export interface OutgoingMoney {
  readonly profileId: string;
  readonly kind: PayoutKind;
}

/** Spec §8. */
const EXPIRED = 'Token life time has expired, a new email has been sent to you';
/** The maximum for somebody who pays by hand. */
const MAILS = { scope: 'mail:payout:user', tries: 60, minutes: 60 } as const;

/** Mails a six-digit code for exactly this action. @throws DomainError `rate_limited` beyond 60 within an hour */
export async function sendMoneyCode(
  db: Db,
  secrets: AccountSecrets,
  { user, client }: Requester,
  act: MailedAct,
): Promise<CodeTimes> {
  await takeTry(db, secrets, { ...MAILS, key: user.id });
  const { id: userId, email, language } = user;
  const { networkFee: shown, ...rest } = act;
  const fee =
    shown === undefined
      ? null
      : { charged: String(shown.chargedMinor), ceiling: String(shown.ceilingMinor), at: shown.sampledAt };
  const bound = { ...rest, fee };
  const question = { purpose: 'payout', email, userId, bound, language, client } as const;
  return inTransaction(db, (tx) => askByMail(tx, secrets, question));
}

/** The network fee that was displayed when the code was mailed; undefined for codes from before it was stored. */
export function shownFeeOf({ bound: { fee } }: Question): NetworkFeeQuote | undefined {
  if (typeof fee !== 'object' || fee === null || !('charged' in fee) || !('ceiling' in fee) || !('at' in fee)) {
    return undefined;
  }
  return {
    chargedMinor: BigInt(String(fee.charged)),
    ceilingMinor: BigInt(String(fee.ceiling)),
    costMinor: null,
    sampledAt: fee.at === null ? null : new Date(String(fee.at)),
  };
}

/**
 * Finds the question that the code answers; {@link admitMoneyAct} uses it up in the transaction that moves the money.
 * For a correct but expired code, a new one is mailed.
 * @throws DomainError 422 on `code`; `rate_limited` beyond five tries
 */
export async function checkMoneyCode(
  db: Db,
  secrets: AccountSecrets,
  { user, client }: Requester,
  { code, binding }: { readonly code: string; readonly binding: string },
): Promise<Question> {
  const isMeant = ({ bound }: Question) => bound.binding === binding;
  const answer = { purpose: 'payout', email: user.email, userId: user.id, code, client, isMeant } as const;
  try {
    return await checkCode(db, secrets, answer);
  } catch (error) {
    if (!isDomainError(error, 'validation_failed')) throw error;
    const expired = await findExpired(db, secrets, answer);
    if (expired === undefined) throw error;
    await inTransaction(db, (tx) => resendCode(tx, secrets, expired, { language: user.language, client }));
    throw fieldError('code', EXPIRED);
  }
}

/**
 * Checks, in the transaction that moves the money and after its subject was read, that the merchant may send and that
 * the code was mailed for exactly this action. Uses the code up.
 * @throws DomainError as {@link refuseOutgoing}; 422 on `code`
 */
export async function admitMoneyAct(
  tx: Tx,
  { leaving, mailed }: { readonly leaving: OutgoingMoney | undefined; readonly mailed: AnsweredCode | undefined },
): Promise<void> {
  if (leaving !== undefined) await refuseOutgoing(tx, leaving);
  if (mailed === undefined) return;
  const { question, binding } = mailed;
  if (question?.bound.binding !== binding) throw wrongCode();
  await closeQuestion(tx, question);
}

/** The answered question, and the action that it must be about. */
export interface AnsweredCode {
  readonly question: Question | undefined;
  readonly binding: string;
}

/**
 * Refuses outgoing money of a merchant who may not send. Refunds to payers are also possible where production is
 * closed.
 * @throws DomainError `merchant_blocked`, `merchant_restricted`, `production_not_permitted`
 */
export async function refuseOutgoing(on: Tx | Db, { profileId, kind }: OutgoingMoney): Promise<void> {
  const { status, mode } = await one<{ status: MoneyOutStatus; mode: Mode }>(on, statusSql, [profileId]);
  const isClosed = status === 'blocked' || status === 'restricted' || status === 'leaving';
  if (kind !== 'refund' || isClosed) refuseMerchant(status, mode);
}

const statusSql = prepared(
  `SELECT ${moneyOutStatus} AS status, p.mode FROM profile p JOIN merchant m ON m.id = p.merchant_id WHERE p.id = $1`,
);
