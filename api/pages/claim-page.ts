import type { FastifyReply } from 'fastify';
import type { FoundVerdict } from '../../db/claims/find.ts';
import { type CryptoGateId, coinOf, gate, gateDecimals, type Mode } from '../../domain/assets/assets.ts';
import type { VerdictCode } from '../../domain/claims/verdict.ts';
import type { Language } from '../../domain/languages.ts';
import { bpsFloor, formatTrimmed } from '../../domain/money/money.ts';
import type { ClaimStatus } from '../../domain/state/claim-status.ts';
import type { ClaimWords } from './claim-words.ts';
import { PAGE_WORDS } from './page-words.ts';
import { escaped, sendPlainPage } from './plain-page.ts';

/** The invoice by whose link the page was opened. */
export interface ClaimPageInvoice {
  readonly id: string;
  readonly mode: Mode;
  readonly merchant: string;
}

/** Values that the payer entered and has to correct, kept in the form. */
export interface ClaimFields {
  readonly transaction: string;
  readonly address: string;
  readonly memo: string;
  readonly email: string;
}

export const NO_FIELDS: ClaimFields = { transaction: '', address: '', memo: '', email: '' };

export type ClaimProblem = keyof Pick<
  ClaimWords,
  'noTransaction' | 'tooMany' | 'expired' | 'trouble' | 'badAddress' | 'badTag' | 'badEmail' | 'gateClosed' | 'changed'
>;

export interface ClaimPage {
  readonly language: Language;
  readonly invoice: ClaimPageInvoice;
  readonly fields?: ClaimFields;
  readonly problem?: ClaimProblem | null;
  /** The verdict on the pasted transaction, with the token to claim it by. */
  readonly found?: { readonly verdict: FoundVerdict; readonly token: string | null };
  /** A claim was made just now; its news go there. */
  readonly received?: { readonly email: string };
}

/** Where payers find what became of a payment and claim it. Without scripts. */
export function claimPage(reply: FastifyReply, page: ClaimPage): FastifyReply {
  const { language, invoice } = page;
  const words = PAGE_WORDS[language].claim;
  const title = page.received === undefined ? words.title : words.received;
  return sendPlainPage(reply, language, {
    title: `${title} – ${invoice.merchant}`,
    body: `${invoice.mode === 'sandbox' ? `<header><p class="sandbox">${words.sandbox}</p></header>` : ''}
<main>
<div class="who"><p>${escaped(invoice.merchant)}</p></div>
<h1>${title}</h1>
${contentOf(page, words)}
<p class="note"><a href="/invoice/${escaped(invoice.id)}?lang=${language}">${words.back}</a></p>
</main>`,
  });
}

/** An invoice that is none. */
export function claimGonePage(reply: FastifyReply, language: Language): FastifyReply {
  const { gone, goneText } = PAGE_WORDS[language].claim;
  const body = `<main><h1>${gone}</h1><p class="about">${goneText}</p></main>`;
  return sendPlainPage(reply.code(404), language, { title: gone, body });
}

function contentOf(page: ClaimPage, words: ClaimWords): string {
  const { received, found } = page;
  if (received !== undefined) {
    return `<p class="about" role="status">${escaped(words.receivedText.replace('{email}', received.email))}</p>`;
  }
  if (found === undefined) return `<p class="about">${words.intro}</p>${askForm(page, words)}`;
  const again = `<p class="note"><a href="${pathOf(page)}">${words.another}</a></p>`;
  return `${verdictBox(found.verdict, page.language)}${found.token === null ? '' : claimForm(page, words, found)}${again}`;
}

function pathOf({ invoice, language }: ClaimPage): string {
  return `/invoice/${escaped(invoice.id)}/claim?lang=${language}`;
}

function askForm(page: ClaimPage, words: ClaimWords): string {
  const { transaction } = page.fields ?? NO_FIELDS;
  return `<form method="post" action="${pathOf(page)}">
<label>${words.transaction}
<input name="transaction" value="${escaped(transaction)}" required maxlength="500" autocomplete="off"
 autocapitalize="off" spellcheck="false" aria-describedby="hint problem">
<span class="hint" id="hint">${words.transactionHint}</span></label>
${problemOf(page, words)}
<button type="submit">${words.check}</button>
</form>`;
}

function problemOf({ problem = null }: ClaimPage, words: ClaimWords): string {
  return problem === null ? '' : `<p class="problem" id="problem" role="alert">${words[problem]}</p>`;
}

function verdictBox({ code, payment }: FoundVerdict, language: Language): string {
  const words = PAGE_WORDS[language].claim;
  const [heading, text] = TEXTS[code];
  const filled = words[text]
    .replace('{confirmations}', String(payment?.confirmations ?? 0))
    .replace('{required}', String(payment?.requiredConfirmations ?? 0));
  const own = payment?.claim?.isOwn === true ? STATUSES[payment.claim.status] : undefined;
  return `<div class="verdict" role="status" data-verdict="${code}"><strong>${words[heading]}</strong>
<span>${own === undefined ? filled : words[own]}</span></div>`;
}

const TEXTS: Readonly<Record<VerdictCode, readonly [keyof ClaimWords, keyof ClaimWords]>> = {
  unconfirmed: ['unconfirmed', 'unconfirmedText'],
  failed: ['failed', 'failedText'],
  short: ['short', 'shortText'],
  late: ['late', 'lateText'],
  other_coin: ['otherCoin', 'otherCoinText'],
  credited: ['credited', 'creditedText'],
  claimable: ['claimable', 'claimableText'],
  too_small: ['tooSmall', 'tooSmallText'],
  unsupported: ['unsupported', 'unsupportedText'],
  claimed: ['claimed', 'claimedText'],
  not_ours: ['notOurs', 'notOursText'],
  unknown_yet: ['unknownYet', 'unknownYetText'],
};

const STATUSES: Partial<Record<ClaimStatus, keyof ClaimWords>> = {
  checking: 'checking',
  review: 'review',
  paying: 'paying',
  done: 'done',
};

function claimForm(page: ClaimPage, words: ClaimWords, { verdict, token }: NonNullable<ClaimPage['found']>): string {
  const { payment, leftMinor, owner } = verdict;
  if (payment?.gateId == null || leftMinor === null) return '';
  const { gateId, network } = payment;
  const { language } = page;
  const networkTitle = coinOf(network).networkTitle;
  const fields = page.fields ?? NO_FIELDS;
  const rate = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(
    owner.feeBps / 1e4,
  );
  const field = (name: 'address' | 'memo' | 'email', label: string, more: string) => `<label>${escaped(label)}
<input name="${name}" value="${escaped(fields[name])}" ${more}></label>`;
  return `<dl>
<dt>${words.amount}</dt><dd>${coinsText(payment.amountMinor, gateId, language)}</dd>
<dt>${words.youGet}</dt><dd>${coinsText(leftMinor, gateId, language)}</dd>
<dt>${words.fee.replace('{rate}', rate)}</dt><dd>${coinsText(bpsFloor(payment.amountMinor, owner.feeBps), gateId, language)}</dd>
</dl>
<h2>${words.claimTitle}</h2>
<p class="about">${words.claimText.replace('{network}', networkTitle)}</p>
<form method="post" action="${pathOf(page)}">
<input type="hidden" name="transaction" value="${escaped(fields.transaction)}">
<input type="hidden" name="token" value="${escaped(token ?? '')}">
${field('address', words.address.replace('{network}', networkTitle), 'required maxlength="200" autocomplete="off" autocapitalize="off" spellcheck="false"')}
${network === 'XRP' ? `${field('memo', words.tag, 'inputmode="numeric" maxlength="10" autocomplete="off"')}<p class="hint">${words.tagHint}</p>` : ''}
${field('email', words.email, 'type="email" required maxlength="254" autocomplete="email"')}
<p class="hint">${words.emailHint}</p>
${problemOf(page, words)}
<button type="submit">${words.send}</button>
</form>`;
}

function coinsText(minor: bigint, gateId: CryptoGateId, language: Language): string {
  const { asset } = gate(gateId);
  const text = formatTrimmed(minor, gateDecimals(gateId));
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 18, useGrouping: false });
  return `${escaped(number.format(text as `${number}`))} ${asset}`;
}
