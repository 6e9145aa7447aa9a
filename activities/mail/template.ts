import type { Language } from '../../domain/languages.ts';
import { oneLine, withoutLinks } from '../../domain/text/plain-text.ts';
import { type Fragment, html } from './html.ts';

/**
 * A mail as its writers describe it; {@link renderMail} makes both of its forms, so that text and HTML never differ.
 */
export interface MailDescription {
  readonly language: Language;
  /** The sender's name, over everything else: the product, or the shop that a payer knows. */
  readonly sender: string;
  readonly subject: string;
  readonly heading: string;
  /** A part that must not be overlooked, e.g. that no real money moved. */
  readonly notice?: string | undefined;
  /** The one figure the mail is about, e.g. an amount. */
  readonly figure?: string | undefined;
  readonly code?: { readonly value: string; readonly hint: string } | undefined;
  readonly paragraphs: readonly string[];
  readonly facts: readonly Fact[];
  readonly button?: { readonly label: string; readonly url: string } | undefined;
  /** Why this mail came and whom to ask, in small print. */
  readonly footer: readonly string[];
}

export interface Fact {
  readonly label: string;
  readonly value: string;
  /** For machines: shown letter by letter and broken anywhere. */
  readonly isCode?: boolean;
  /** Made by the product, so that it may be a link. */
  readonly isOwn?: boolean;
}

/** A mail's words, ready to be sent. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Text and HTML of one description. All values are inserted as text, on one line, and nothing in them becomes a link
 * (hazard 71): here for the sender and the facts; subject, heading, paragraphs and footer are made by `fill()`.
 */
export function renderMail(described: MailDescription): MailContent {
  const mail: MailDescription = {
    ...described,
    sender: withoutLinks(described.sender),
    facts: described.facts.map((fact) => ({ ...fact, value: shownAs(fact) })),
  };
  return { subject: mail.subject, text: asText(mail), html: asPage(mail).toString() };
}

function shownAs({ value, isCode = false, isOwn = false }: Fact): string {
  return isOwn || (isCode && CODE.test(value)) ? oneLine(value) : withoutLinks(value);
}

/** Ids, transactions and addresses, some with the name of their chain. */
const CODE = /^(?:(?:bitcoincash|bchtest|bchreg):)?[\w-]+$/;

function asText({ heading, notice, figure, code, paragraphs, facts, button, footer }: MailDescription): string {
  const blocks = [
    heading,
    notice,
    figure,
    code?.value,
    code?.hint,
    ...paragraphs,
    facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    button === undefined ? undefined : `${button.label}: ${button.url}`,
    ...footer,
  ];
  return blocks.filter((block) => block !== undefined && block !== '').join('\n\n');
}

/** Tables and inline styles, as mail programs require; the dark theme is in the only style sheet. */
function asPage(mail: MailDescription): Fragment {
  const preview = mail.paragraphs[0] ?? mail.facts.map(({ value }) => value).join(' · ');
  return html`<!doctype html>
<html lang="${mail.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"><title>${mail.subject}</title>
<style>${SHEET}</style></head>
<body class="page" style="margin:0;padding:0;font:${FONT};color:#0B1220;background:#F7F8FA">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table role="presentation" class="page" style="width:100%;border-collapse:collapse;background:#F7F8FA"><tr><td class="around" align="center" style="padding:32px 16px">
<table role="presentation" style="width:100%;max-width:560px;border-collapse:separate;border-spacing:0;text-align:left">
<tr><td style="padding:0 4px 16px;font:600 ${FONT};overflow-wrap:anywhere"><img src="cid:logo" alt="" height="32" style="height:32px;width:auto;max-width:160px;margin-right:10px;border-radius:6px;vertical-align:middle;object-fit:contain">${mail.sender}</td></tr>
<tr><td class="card" style="padding:32px;background:#FFFFFF;border:1px solid #E3E7ED;border-radius:10px">${cardOf(mail)}</td></tr>
<tr><td class="quiet" style="padding:20px 4px 0;font-size:13px;line-height:1.5;color:#525C6E;overflow-wrap:anywhere">${mail.footer.map((line) => html`<p style="margin:0 0 8px">${line}</p>`)}</td></tr>
</table>
</td></tr></table>
</body>
</html>`;
}

function cardOf({ notice, heading, figure, code, paragraphs, facts, button }: MailDescription): readonly Fragment[] {
  return [
    ...some(
      notice,
      (text) =>
        html`<p class="notice" style="margin:0 0 20px;padding:10px 14px;border-radius:6px;font-size:14px;color:#945200;background:#FFF4DE">${text}</p>`,
    ),
    html`<h1 style="margin:0 0 16px;font-size:20px;line-height:1.35;font-weight:600;overflow-wrap:anywhere">${heading}</h1>`,
    ...some(
      figure,
      (text) =>
        html`<p style="margin:0 0 20px;font-size:32px;line-height:1.2;font-weight:600;overflow-wrap:anywhere">${text}</p>`,
    ),
    ...some(
      code,
      ({ value, hint }) =>
        html`<p class="code" style="margin:0 0 12px;padding:14px 0;border-radius:6px;font:600 32px/1.2 ${MONO};letter-spacing:8px;text-indent:8px;text-align:center;background:#F1F3F7">${value}</p>
<p class="quiet" style="margin:0 0 20px;font-size:14px;color:#525C6E">${hint}</p>`,
    ),
    ...paragraphs.map((paragraph) => html`<p style="margin:0 0 16px;overflow-wrap:anywhere">${paragraph}</p>`),
    ...(facts.length === 0
      ? []
      : [
          html`<table role="presentation" style="width:100%;margin:8px 0 0;border-collapse:collapse;font-size:14px">${facts.map(factRow)}</table>`,
        ]),
    ...some(
      button,
      ({ label, url }) =>
        html`<p style="margin:24px 0 0"><a class="button" href="${url}" style="display:inline-block;padding:12px 20px;border-radius:6px;font-weight:600;background:#2447E0;color:#FFFFFF;text-decoration:none">${label}</a></p>`,
    ),
  ];
}

function factRow({ label, value, isCode = false }: Fact): Fragment {
  const look = isCode ? `font:13px/1.5 ${MONO};word-break:break-all` : 'overflow-wrap:anywhere';
  return html`<tr><td class="quiet line" style="width:30%;padding:8px 20px 8px 0;border-top:1px solid #E3E7ED;color:#525C6E;vertical-align:top">${label}</td>
<td class="line" style="padding:8px 0;border-top:1px solid #E3E7ED;vertical-align:top;${look}">${value}</td></tr>`;
}

function some<T>(value: T | undefined, show: (value: T) => Fragment): readonly Fragment[] {
  return value === undefined ? [] : [show(value)];
}

const FONT = "16px/1.5 Geist, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const MONO = "'Geist Mono', Menlo, Consolas, monospace";

const SHEET = html`@media (max-width: 480px) {
.around { padding: 20px 10px !important }
.card { padding: 22px 18px !important }
}
@media (prefers-color-scheme: dark) {
.page { background: #0B0F17 !important; color: #E8ECF3 !important }
.card { background: #121826 !important; border-color: #26324A !important }
.line { border-color: #26324A !important }
.quiet { color: #9BA6B8 !important }
.code { background: #1B2436 !important }
.notice { background: #2A2113 !important; color: #F2B25C !important }
.button { background: #8EA2FF !important; color: #0B0F17 !important }
}`;

/** Text of the gateway's people, of any length. */
export function paragraphsOf(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}
