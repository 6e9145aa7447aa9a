import { Breaker } from '../../db/bus/outage.ts';
import type { BusHandler } from '../../db/bus/port.ts';
import { enqueue } from '../../db/core/outbox.ts';
import type { SecretBox } from '../../db/core/secret-box.ts';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { execute, json, maybeOne, prepared } from '../../db/core/sql.ts';
import { readProfileLogo } from '../../db/shops/logos.ts';
import type { AccountMail, SealedMail } from '../../domain/accounts/account-mail.ts';
import { accountMail } from './account-mails.ts';
import { type Mailer, MailPostponedError, MailRefusedError, type OutgoingMail } from './mailer.ts';

/** The sender of composed mails. */
export const MAIL_QUEUE = 'mail';
export const MAIL_SEND = 'mail.send';

/** The composer and sender of mails about accounts; those with a code have a queue of their own. */
export const ACCOUNT_MAIL_QUEUE = 'account-mail';
export const CODE_MAIL_QUEUE = 'code-mail';

export interface Sending {
  readonly db: Db;
  readonly mailer: Mailer;
  /** Called for emails that are refused permanently, for the log. */
  readonly onGivenUp?: (error: Error, messageId: string) => void;
}

/**
 * Sends composed emails once per Message-ID. Permanent refusals are dropped, temporary ones return to the outbox with
 * growing pauses for two days; an outage does not count as an attempt. After a crash an email may be sent twice with
 * the same Message-ID.
 */
export function onMailSend(sending: Sending): BusHandler {
  return async ({ payload }) => {
    const mail = payload as OutgoingMail & Tried;
    await sendOnce(sending, { topic: MAIL_SEND, payload: mail, pausesMs: PATIENT, mail });
  };
}

/** The same for mails about accounts, which are opened and worded here. A code is of no use after its ten minutes. */
export function onAccountMail(sending: Sending & { readonly box: SecretBox; readonly publicUrl: string }): BusHandler {
  const domain = new URL(sending.publicUrl).hostname;
  return async ({ topic, payload }) => {
    const queued = payload as SealedMail & Tried;
    const { messageId, to, language, sealed } = queued;
    if (to === null) return;
    const about = JSON.parse(sending.box.open(Buffer.from(sealed, 'base64'), `mail:${messageId}`)) as AccountMail;
    const mail = { messageId: `${messageId}@${domain}`, to, replyTo: null, ...accountMail(about, language) };
    const pausesMs = 'code' in about.values ? SOON : PATIENT;
    await sendOnce(sending, { topic, payload: queued, pausesMs, mail });
  };
}

/** How often a mail was put off before. */
interface Tried {
  readonly putOff?: number;
}

interface OneSending {
  readonly topic: string;
  readonly payload: Tried;
  readonly pausesMs: readonly number[];
  readonly mail: OutgoingMail;
}

async function sendOnce({ db, mailer, onGivenUp = () => {} }: Sending, one: OneSending): Promise<void> {
  const { messageId } = one.mail;
  const key = `mail-sent:${messageId}`;
  if ((await maybeOne(db, sentStatement, [key])) !== undefined) return;
  const { logoOf } = one.mail;
  const stored = logoOf === undefined ? undefined : await readProfileLogo(db, logoOf);
  const logo = stored === undefined || stored.length > MOST_LOGO_BYTES ? undefined : stored;
  const outcome = await handToServer(mailer, one.mail, logo);
  if (outcome instanceof MailPostponedError) {
    const putOff = one.payload.putOff ?? 0;
    const delayMs = one.pausesMs[putOff];
    if (delayMs !== undefined) {
      const payload = { ...one.payload, putOff: putOff + 1 };
      return inTransaction(db, (tx) => enqueue(tx, [{ topic: one.topic, payload, delayMs }]));
    }
  }
  if (outcome !== 'sent') onGivenUp(outcome, messageId);
  await execute(db, markStatement, [key, json(outcome === 'sent' ? {} : { refused: outcome.message })]);
}

/**
 * Hands one mail to the mail server, unless the server rests after an error.
 * @returns its refusal, if it refused this mail now or for good
 * @throws ServiceUnavailableError when it takes no mails at all; without a cause where it was not asked
 */
export function handToServer(
  mailer: Mailer,
  mail: OutgoingMail,
  logo?: Buffer,
): Promise<'sent' | MailRefusedError | MailPostponedError> {
  return breakerOf(mailer).guard(() => tryToSend(mailer, mail, logo), isAny);
}

/** Any other error is about the server or the connection, not about this email. */
const isAny = () => true;

/** One per mailer: mails of all kinds stop asking a server that is away. */
const breakers = new WeakMap<Mailer, Breaker>();

function breakerOf(mailer: Mailer): Breaker {
  const breaker = breakers.get(mailer) ?? new Breaker('The mail server');
  breakers.set(mailer, breaker);
  return breaker;
}

async function tryToSend(
  mailer: Mailer,
  mail: OutgoingMail,
  logo: Buffer | undefined,
): Promise<'sent' | MailRefusedError | MailPostponedError> {
  try {
    await mailer.send(mail, logo);
    return 'sent';
  } catch (error) {
    if (error instanceof MailRefusedError || error instanceof MailPostponedError) return error;
    throw error;
  }
}

/** A logo that is a photo would make each mail hundreds of kilobytes long. */
const MOST_LOGO_BYTES = 200_000;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Pauses between tries of a mail that the server takes later, as with greylisting or a full mailbox. */
export const PATIENT = [1 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 8 * HOUR, 12 * HOUR, 24 * HOUR];
const SOON = [10_000, 30_000, MINUTE, 2 * MINUTE, 5 * MINUTE];

const sentStatement = prepared('SELECT 1 FROM step WHERE key = $1');
const markStatement = prepared('INSERT INTO step (key, result) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING');
