import type { Mode } from '../../domain/assets.ts';
import { fieldError, isDomainError } from '../../domain/errors.ts';
import type { NetworkFeeQuote } from '../../domain/payouts/network-fee.ts';
import type { AccountSecrets } from '../people/account-secrets.ts';
import type { Client } from '../people/devices.ts';
import { takeTry } from '../people/lockouts.ts';
import type { SignedInUser } from '../people/users.ts';
import {
  askByMail,
  type CodeTimes,
  checkCode,
  closeQuestion,
  findExpired,
  type Question,
  resendCode,
  wrongCode,
} from '../people/verification-codes.ts';
import { type Db, inTransaction, type Tx } from '../sequelize.ts';
import { one, prepared } from '../sql.ts';
import { type MoneyOutStatus, moneyOutStatus, refuseMerchant } from './merchant-statuses.ts';

/** What a mailed code lets a person send. */
export interface MailedAct {
  /** Everything that decides where how much of whose money goes, as one text: another text, and the code is wrong. */
  readonly binding: string;
  readonly mode: Mode;
  /** With its asset, for the mail. */
  readonly amount: string;
  /** For the mail. */
  readonly address: string;
  /** What the mail calls it; a payout unless said. */
  readonly about?: 'refund';
  /**
   * The network fee that is shown with it: it is what will be charged, as long as it covers what the network asks for.
   */
  readonly networkFee?: NetworkFeeQuote;
}

export interface Asker {
  readonly user: SignedInUser;
  readonly client: Client;
}

/** From where money would leave, and as what. */
export interface Leaving {
  readonly profileId: string;
  readonly kind: 'payout' | 'refund';
}

/** Spec §8. */
const EXPIRED = 'Token life time has expired, a new email has been sent to you';
/** As many as somebody may type who pays by hand. */
const MAILS = { scope: 'mail:payout:user', tries: 60, minutes: 60 } as const;

/** Mails six digits for exactly this act. @throws DomainError `rate_limited` beyond 60 within an hour */
export async function askForMoney(
  db: Db,
  secrets: AccountSecrets,
  { user, client }: Asker,
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

/** The network fee that was shown when the code was mailed; undefined for a code of before fees were kept with it. */
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
 * The question that the code answers; {@link admitMoneyAct} uses it up in the transaction that moves the money. A code
 * that was right and came too late is mailed anew.
 * @throws DomainError 422 on `code`; `rate_limited` beyond five tries
 */
export async function checkMoneyCode(
  db: Db,
  secrets: AccountSecrets,
  { user, client }: Asker,
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
 * What must hold in the transaction that moves the money, after what is moved was read in it: the merchant may send,
 * and the code was mailed for exactly this. Uses the code up.
 * @throws DomainError as {@link refuseLeaving}; 422 on `code`
 */
export async function admitMoneyAct(
  tx: Tx,
  { leaving, mailed }: { readonly leaving: Leaving | undefined; readonly mailed: AnsweredCode | undefined },
): Promise<void> {
  if (leaving !== undefined) await refuseLeaving(tx, leaving);
  if (mailed === undefined) return;
  const { question, binding } = mailed;
  if (question?.bound.binding !== binding) throw wrongCode();
  await closeQuestion(tx, question);
}

/** The question that was answered, and what it has to be about. */
export interface AnsweredCode {
  readonly question: Question | undefined;
  readonly binding: string;
}

/**
 * Refuses what would send a merchant's money away while it may send none. Refunds go back to payers also where
 * production is closed.
 * @throws DomainError `merchant_blocked`, `merchant_restricted`, `production_not_permitted`
 */
export async function refuseLeaving(on: Tx | Db, { profileId, kind }: Leaving): Promise<void> {
  const { status, mode } = await one<{ status: MoneyOutStatus; mode: Mode }>(on, statusSql, [profileId]);
  if (kind === 'payout' || status === 'blocked' || status === 'restricted') refuseMerchant(status, mode);
}

const statusSql = prepared(
  `SELECT ${moneyOutStatus} AS status, p.mode FROM profile p JOIN merchant m ON m.id = p.merchant_id WHERE p.id = $1`,
);
