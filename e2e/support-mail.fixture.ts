import { ImapFlow } from 'imapflow';
import type { SupportMailbox } from '../scripts/testing/support-mailbox.ts';

/** A reply as a mail program writes it. */
export interface Reply {
  readonly from: string;
  /** The address that the answered mail names. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The Message-ID of the answered mail, with its angle brackets. */
  readonly inReplyTo: string;
  /** Its own, without them. */
  readonly id: string;
}

/** Puts a reply into the mailbox of support, as its mail server does. */
export async function deliverReply({ port, user, password: pass, ca }: SupportMailbox, reply: Reply): Promise<void> {
  const { from, to, subject, text, inReplyTo, id } = reply;
  const client = new ImapFlow({
    host: 'localhost',
    port,
    secure: true,
    auth: { user, pass },
    tls: { ca },
    logger: false,
  });
  await client.connect();
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${id}>`,
    `In-Reply-To: ${inReplyTo}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
  ];
  await client.append('INBOX', lines.join('\r\n'));
  await client.logout();
}
