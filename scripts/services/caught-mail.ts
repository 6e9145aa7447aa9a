import type { Email } from 'postal-mime';

/** A message as it was caught. */
export interface CaughtMail {
  readonly id: number;
  readonly receivedAt: string;
  readonly from: string;
  /** The envelope's recipients, hidden copies included. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly sizeBytes: number }[];
  readonly source: string;
}

/** A parsed message with its envelope's recipients. */
export function toCaughtMail(id: number, source: Buffer, mail: Email, recipients: readonly string[]): CaughtMail {
  return {
    id,
    receivedAt: new Date().toISOString(),
    from: mail.from?.address ?? '',
    to: recipients,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: withPictures(mail),
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    attachments: mail.attachments.map((attachment) => ({
      name: attachment.filename ?? 'unnamed',
      type: attachment.mimeType,
      sizeBytes: typeof attachment.content === 'string' ? attachment.content.length : attachment.content.byteLength,
    })),
    source: source.toString('utf8'),
  };
}

/** As a mail program shows it, with the pictures that are part of the message. */
function withPictures({ html = '', attachments }: Email): string {
  return attachments.reduce((text, { contentId, mimeType, content }) => {
    const id = contentId?.replace(/^<|>$/g, '');
    if (id === undefined || typeof content === 'string') return text;
    return text.replaceAll(
      `cid:${id}`,
      `data:${mimeType};base64,${Buffer.from(content as ArrayBuffer).toString('base64')}`,
    );
  }, html);
}
