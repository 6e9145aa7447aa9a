import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Tx } from '../../db/core/sequelize.ts';
import { tlsAdvice } from '../../settings/tls-advice.ts';

/** A mail ready to go, as the outbox keeps it. */
export interface OutgoingMail {
  /** Stays the same if an email is sent twice, so that mailboxes can detect it. Without angle brackets. */
  readonly messageId: string;
  readonly to: string;
  readonly replyTo: string | null;
  /** The mails of the thread before this one, the oldest first, without angle brackets. */
  readonly references?: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Mail programs show a button that posts to it, without a question (RFC 8058). */
  readonly unsubscribeUrl?: string;
  /** The profile that payers know, whose logo is at the head; Tidegate's mark otherwise. */
  readonly logoOf?: string;
}

/** A mail that is written once for its key, however often what causes it comes. */
export interface KeyedMail {
  readonly key: string;
  readonly mail: OutgoingMail;
  /** Asked when it is written; where it is false, the mail is never sent. */
  readonly isAllowed?: (tx: Tx) => Promise<boolean>;
}

export interface Mailer {
  /**
   * Hands an email to the mail server.
   * @param logo a PNG for its head; Tidegate's mark if there is none
   * @throws MailRefusedError if the server will never accept it, MailPostponedError if it may accept this email later,
   *   and any other error if it accepts no emails now
   */
  send(mail: OutgoingMail, logo?: Buffer): Promise<void>;
  close(): void;
}

/** The server refused this email permanently (SMTP 5xx), for example because the mailbox does not exist. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

/**
 * The server took no decision on this mail (SMTP 4xx), e.g. because the mailbox is full or strangers are asked to come
 * again.
 */
export class MailPostponedError extends Error {
  override readonly name = 'MailPostponedError';
}

export interface MailerOptions {
  readonly smtpUrl: string;
  /** The authority of the server's certificate. If set, mails are only sent over TLS. */
  readonly ca?: string | undefined;
  /** A mailbox with or without a name. */
  readonly from: string;
  /** Answers go there if it is `mailto:` and the mail names nobody else. */
  readonly supportUrl?: string;
}

/** A pool of connections to the mail server. */
export function openMailer({ smtpUrl, ca, from, supportUrl = '' }: MailerOptions): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    // A server that offers no TLS, or somebody between us, must not get the mails after all.
    ...(ca === undefined ? {} : { requireTLS: true, tls: { ca } }),
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // Emails consist of the product's own text, which must never load files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const support = supportUrl.startsWith('mailto:') ? supportUrl.slice('mailto:'.length) : null;
  return {
    async send({ messageId, to, replyTo, references = [], subject, text, html, unsubscribeUrl }, logo = MARK) {
      try {
        await transport.sendMail({
          from,
          // As an object: a comma or bracket in it cannot make a second recipient.
          to: { name: '', address: to },
          ...replyHeader(replyTo ?? support),
          messageId: `<${messageId}>`,
          ...threadHeaders(references),
          subject,
          text,
          html,
          attachments: [{ ...PICTURE, content: logo }],
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
        });
      } catch (error) {
        throw judged(error);
      }
    },
    close: () => transport.close(),
  };
}

/** Drawn by `site/build/icons.ts`. */
const MARK = readFileSync(join(import.meta.dirname, 'mark.png'));
/** Part of the mail, so that it is seen without the question whether to load pictures, and nobody counts readers. */
const PICTURE = { filename: 'logo.png', contentType: 'image/png', contentDisposition: 'inline', cid: 'logo' } as const;

/**
 * True if the mail server certainly has not taken the mail: it was not reached, or answered with a refusal. False where
 * the connection was lost meanwhile, so that nobody knows.
 */
export function isCertainlyUnsent(error: unknown): boolean {
  for (let each: unknown = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    const { responseCode, syscall, code } = each as { responseCode?: unknown; syscall?: unknown; code?: unknown };
    if (typeof responseCode === 'number' || syscall === 'connect' || UNSENT.has(String(code))) return true;
  }
  return false;
}

const UNSENT = new Set(['EDNS', 'EAUTH', 'ETLS', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/** A mail program shows the mails of a thread together (RFC 5322 §3.6.4). */
function threadHeaders(references: readonly string[]) {
  const ids = references.map((id) => `<${id}>`);
  return ids.length === 0 ? {} : { inReplyTo: ids.at(-1), references: ids };
}

function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined) return {};
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

function replyHeader(address: string | null) {
  return address === null ? {} : { replyTo: { name: '', address } };
}

/**
 * Only an answer about the mail itself is one: a server that refuses our sign-in or our address takes no mail at all,
 * and that is for operators.
 */
function judged(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const advice = tlsAdvice(error, 'SMTP_TLS');
  if (advice !== undefined) return new Error(advice, { cause: error });
  const { responseCode, code, command } = error as { responseCode?: unknown; code?: unknown; command?: unknown };
  // No server was asked: the address itself makes no sense.
  if (code === 'EENVELOPE' && command === 'API') return new MailRefusedError(error.message, { cause: error });
  if (typeof responseCode !== 'number' || (command !== 'RCPT TO' && command !== 'DATA')) return error;
  if (responseCode === CLOSING) return error;
  const Verdict = responseCode >= 500 ? MailRefusedError : MailPostponedError;
  return new Verdict(error.message, { cause: error });
}

/** "Service not available, closing transmission channel" (RFC 5321 §4.2.3): said of the server, not of the mail. */
const CLOSING = 421;
