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
  findExpired,
  type Question,
  resendCode,
} from '../people/verification-codes.ts';
import { type Db, inTransaction } from '../sequelize.ts';

/** What a mailed code lets a person send. */
export interface MoneyAct {
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

/** Spec §8. */
const EXPIRED = 'Token life time has expired, a new email has been sent to you';
/** As many as somebody may type who pays by hand. */
const MAILS = { scope: 'mail:payout:user', tries: 60, minutes: 60 } as const;

/** Mails six digits for exactly this act. @throws DomainError `rate_limited` beyond 60 within an hour */
export async function askForMoney(
  db: Db,
  secrets: AccountSecrets,
  { user, client }: Asker,
  act: MoneyAct,
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
 * The question that the code answers; `closeQuestion` uses it up in the transaction that moves the money. A code that
 * was right and came too late is mailed anew.
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
