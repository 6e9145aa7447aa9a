import { createTransport } from 'nodemailer';

/** A mail ready to go, as the outbox keeps it. */
export interface OutgoingMail {
  /** Stays the same when a mail is sent twice, so that mailboxes can tell. Without angle brackets. */
  readonly messageId: string;
  readonly to: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /**
   * Hands the mail to the server.
   * @throws MailRefused when the server will never take it; any other error when trying again makes sense
   */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** The server refused this mail for good (SMTP 5xx), e.g. because there is no such mailbox. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** A pool of connections to the mail server; `from` is a mailbox with or without a name. */
export function openMailer({ smtpUrl, from }: { readonly smtpUrl: string; readonly from: string }): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // Mails are text of ours: nothing in them may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ messageId, to, replyTo, subject, text, html }) {
      try {
        await transport.sendMail({
          from,
          // As an object: a comma or bracket in it cannot make a second recipient.
          to: { name: '', address: to },
          ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
          messageId: `<${messageId}>`,
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        if (isRefusal(error)) throw new MailRefused(error instanceof Error ? error.message : '', { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // EENVELOPE without a code of the server: the address itself makes no sense.
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  return typeof responseCode === 'number' ? responseCode >= 500 : code === 'EENVELOPE';
}
