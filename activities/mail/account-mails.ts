import type { BusHandler } from '../../db/bus/port.ts';
import type { SecretBox } from '../../db/secret-box.ts';
import type { AccountMail, SealedMail } from '../../domain/account-mail.ts';
import type { Language } from '../../domain/languages.ts';
import { html } from './html.ts';
import { type Mailer, MailRefused } from './mailer.ts';
import { ACCOUNT_WORDS } from './words/all.ts';

/** Who sends mails about accounts. */
export const ACCOUNT_MAIL_QUEUE = 'account-mail';

export interface AccountMailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Opens, words and sends mails about accounts. One that the server refuses for good is let go, everything else is tried again by the relay. */
export function onAccountMail({
  mailer,
  box,
  publicUrl,
  onRefused = () => {},
}: {
  readonly mailer: Mailer;
  readonly box: SecretBox;
  readonly publicUrl: string;
  readonly onRefused?: (error: MailRefused) => void;
}): BusHandler {
  const domain = new URL(publicUrl).hostname;
  return async ({ payload }) => {
    const { messageId, to, language, sealed } = payload as SealedMail;
    if (to === null) return;
    const mail = JSON.parse(box.open(Buffer.from(sealed, 'base64'), `mail:${messageId}`)) as AccountMail;
    try {
      await mailer.send({ messageId: `${messageId}@${domain}`, to, replyTo: null, ...accountMail(mail, language) });
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      onRefused(error);
    }
  };
}

/** The words of a mail about an account, as text and as HTML; values are shown as text and on one line, whatever they hold (hazard 71). */
export function accountMail({ kind, values }: AccountMail, language: Language): AccountMailContent {
  const words = ACCOUNT_WORDS[language];
  const plain: Readonly<Record<string, string | undefined>> = { ...values };
  const value = (name: string) => oneLine(plain[name] ?? '');
  const fill = (text: string) => text.replaceAll('{email}', value('email'));
  const { subject, heading, paragraphs, link } = words.mails[kind];
  const rows = (['browser', 'ip', 'time'] as const)
    .filter((name) => plain[name] !== undefined)
    .map((name) => [words.labels[name], value(name)] as const);
  const code = plain.code;
  const url = plain.url;
  const shown = paragraphs.map(fill);
  const text = [
    heading,
    ...(code === undefined ? [] : [code, words.codeHint]),
    ...shown,
    ...(rows.length === 0 ? [] : [rows.map(([label, each]) => `${label}: ${each}`).join('\n')]),
    ...(url === undefined ? [] : [`${link ?? ''}: ${url}`]),
    words.footer,
  ].join('\n\n');
  const page = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${subject}</title>
<style>${DARK}</style></head>
<body class="page" style="margin:0;padding:24px;font:16px/1.5 Geist,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#0B1220;background:#F7F8FA">
<div class="card" style="max-width:520px;margin:0 auto;padding:24px;background:#FFFFFF;border:1px solid #E3E7ED;border-radius:10px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${heading}</h1>
${
  code === undefined
    ? []
    : html`<p class="code" style="margin:0 0 8px;font:600 32px/1.3 'Geist Mono',Menlo,Consolas,monospace;letter-spacing:6px">${code}</p>
<p class="quiet" style="margin:0 0 16px;font-size:14px;color:#525C6E">${words.codeHint}</p>`
}
${shown.map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>`)}
<table role="presentation" style="width:100%;border-collapse:collapse;font-size:14px">
${rows.map(
  ([
    label,
    each,
  ]) => html`<tr><td class="quiet" style="padding:6px 12px 6px 0;color:#525C6E;vertical-align:top">${label}</td>
<td style="padding:6px 0;word-break:break-word">${each}</td></tr>`,
)}
</table>
${
  url === undefined
    ? []
    : html`<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#2447E0;color:#FFFFFF;text-decoration:none">${link ?? ''}</a></p>`
}
<p class="quiet" style="margin:16px 0 0;font-size:13px;color:#525C6E">${words.footer}</p>
</div>
</body>
</html>`;
  return { subject: fill(subject), text, html: page.toString() };
}

const DARK = html`@media (prefers-color-scheme: dark) {
.page { background: #0B1220 !important; color: #E8ECF3 !important }
.card { background: #131C2E !important; border-color: #26324A !important }
.quiet { color: #A3AEC2 !important }
}`;

/** Line breaks and control characters become spaces: a value must not look like a line or a header of its own. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, 300);
}
