import type { FastifyReply } from 'fastify';
import type { Language } from '../../domain/languages.ts';
import { MAX_MESSAGE_LENGTH } from '../../domain/support/ticket.ts';
import { escaped } from '../../domain/text/html.ts';
import { PAGE_WORDS } from './page-words.ts';
import { type PayerHead, sendPayerNotice, sendPayerPage } from './payer-page.ts';

/** The payer's entries, kept in the form. */
export interface HelpFields {
  /** Of the message, chosen when the form was drawn: sent twice, it is one. */
  readonly messageId: string;
  readonly email: string;
  readonly text: string;
}

export type HelpProblem = 'badEmail' | 'badText' | 'tooMany' | 'trouble';

export interface HelpPage {
  readonly language: Language;
  readonly invoice: PayerHead & { readonly id: string };
  readonly fields: HelpFields;
  readonly problem?: HelpProblem | null;
}

/** Where payers write to support about an invoice. Without scripts. */
export function helpPage(reply: FastifyReply, page: HelpPage): FastifyReply {
  const { language, invoice, fields, problem = null } = page;
  const { help } = PAGE_WORDS[language];
  return sendPayerPage(reply, language, {
    title: help.title,
    head: invoice,
    body: `<h1 id="title">${escaped(help.title)}</h1>
<p class="lead">${escaped(help.intro.replace('{shop}', () => invoice.merchant))}</p>
<form method="post" action="/invoice/${escaped(invoice.id)}/help?lang=${language}">
<input type="hidden" name="message" value="${escaped(fields.messageId)}">
${field(page, { name: 'email', label: help.email, hint: help.emailHint, wrong: 'badEmail' }, emailInput(fields))}
${field(page, { name: 'text', label: help.text, hint: help.textHint, wrong: 'badText' }, textInput(fields))}
${problem === 'tooMany' || problem === 'trouble' ? alert(wordsOf(language, problem)) : ''}
<button class="button" type="submit">${escaped(help.send)}</button>
</form>
${back(page)}`,
  });
}

/** The message is kept; its answer goes by mail. */
export function helpReceivedPage(
  reply: FastifyReply,
  page: Pick<HelpPage, 'language' | 'invoice'> & {
    readonly reference: string;
    readonly hours: number;
    readonly email: string;
  },
): FastifyReply {
  const { language, invoice, reference, hours, email } = page;
  const { received, receivedText } = PAGE_WORDS[language].help;
  const values: Readonly<Record<string, string>> = { reference, hours: String(hours), email };
  const text = receivedText.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '');
  return sendPayerPage(reply, language, {
    title: received,
    head: invoice,
    body: `<h1 id="title">${escaped(received)}</h1><p class="lead" role="status">${escaped(text)}</p>${back(page)}`,
  });
}

/** An invoice that is none, or about which nobody can be asked. */
export function helpGonePage(reply: FastifyReply, language: Language): FastifyReply {
  const { gone, goneText } = PAGE_WORDS[language].claim;
  return sendPayerNotice(reply.code(404), language, { title: gone, text: goneText });
}

function back({ invoice, language }: Pick<HelpPage, 'language' | 'invoice'>): string {
  const href = `/invoice/${escaped(invoice.id)}?lang=${language}`;
  return `<p class="again"><a href="${href}">${escaped(PAGE_WORDS[language].claim.back)}</a></p>`;
}

interface HelpField {
  readonly name: 'email' | 'text';
  readonly label: string;
  readonly hint: string;
  readonly wrong: HelpProblem;
}

/** With what is wrong with it right below it. */
function field(
  { language, problem }: HelpPage,
  { name, label, hint, wrong }: HelpField,
  input: (attributes: string) => string,
): string {
  const isWrong = problem === wrong;
  const ids = `${isWrong ? `${name}-problem ` : ''}${name}-hint`;
  const note = isWrong ? alert(wordsOf(language, wrong), `${name}-problem`) : '';
  const named = `id="${name}" name="${name}" required`;
  const attributes = `${named} aria-invalid="${isWrong}" aria-describedby="${ids}"${isWrong ? ' autofocus' : ''}`;
  return `<div class="field"><label class="label" for="${name}">${escaped(label)}</label>
${input(attributes)}
${note}<p class="hint" id="${name}-hint">${escaped(hint)}</p></div>`;
}

function alert(words: string, id = 'problem'): string {
  return `<p class="problem" id="${id}" role="alert">${escaped(words)}</p>`;
}

function emailInput({ email }: HelpFields) {
  return (attributes: string) =>
    `<input class="input" type="email" maxlength="254" autocomplete="email" value="${escaped(email)}" ${attributes}>`;
}

function textInput({ text }: HelpFields) {
  const size = `rows="7" maxlength="${MAX_MESSAGE_LENGTH}"`;
  return (attributes: string) => `<textarea class="input message" ${size} ${attributes}>\n${escaped(text)}</textarea>`;
}

function wordsOf(language: Language, problem: HelpProblem): string {
  const { claim, help } = PAGE_WORDS[language];
  switch (problem) {
    case 'badEmail':
    case 'trouble':
      return claim[problem];
    case 'tooMany':
      return help.tooMany;
    case 'badText':
      return help.badText.replace('{count}', String(MAX_MESSAGE_LENGTH));
    default:
      return problem satisfies never;
  }
}
