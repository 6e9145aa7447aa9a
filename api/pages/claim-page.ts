import type { FastifyReply } from 'fastify';
import type { FoundVerdict } from '../../db/claims/find.ts';
import { type CryptoGateId, coinOf, gate, gateDecimals, isToken } from '../../domain/assets/assets.ts';
import type { VerdictCode } from '../../domain/claims/verdict.ts';
import { intlTag, type Language } from '../../domain/languages.ts';
import { bpsFloor, formatTrimmed } from '../../domain/money/money.ts';
import type { ClaimStatus } from '../../domain/state/claim-status.ts';
import { escaped } from '../../domain/text/html.ts';
import type { ClaimWords } from './claim-words.ts';
import { feeHint } from './fee-hint.ts';
import { PAGE_WORDS } from './page-words.ts';
import { type PayerHead, sendPayerNotice, sendPayerPage } from './payer-page.ts';

/** The invoice by whose link the page was opened. */
export interface ClaimPageInvoice extends PayerHead {
  readonly id: string;
  /** The coin that it expects; null until one is chosen. */
  readonly gateId: CryptoGateId | null;
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
  return sendPayerPage(reply, language, {
    title,
    head: invoice,
    body: `<h1 id="title">${title}</h1>
${contentOf(page, words)}
<p class="again"><a href="/invoice/${escaped(invoice.id)}?lang=${language}">${words.back}</a></p>`,
  });
}

/** An invoice that is none. */
export function claimGonePage(reply: FastifyReply, language: Language): FastifyReply {
  const { gone, goneText } = PAGE_WORDS[language].claim;
  return sendPayerNotice(reply.code(404), language, { title: gone, text: goneText });
}

function contentOf(page: ClaimPage, words: ClaimWords): string {
  const { received, found } = page;
  if (received !== undefined) {
    return `<p class="lead" role="status">${escaped(words.receivedText.replace('{email}', () => received.email))}</p>`;
  }
  if (found === undefined) return `<p class="lead">${words.intro}</p>${askForm(page, words)}`;
  const again = `<p class="again"><a href="${pathOf(page)}">${words.another}</a></p>`;
  return `${verdictBox(page, found.verdict)}${found.token === null ? '' : claimForm(page, words, found)}${again}`;
}

function pathOf({ invoice, language }: ClaimPage): string {
  return `/invoice/${escaped(invoice.id)}/claim?lang=${language}`;
}

function askForm(page: ClaimPage, words: ClaimWords): string {
  return `<form method="post" action="${pathOf(page)}">
${field(page, words, { name: 'transaction', label: words.transaction, hint: words.transactionHint, more: `required maxlength="500" ${RAW}` })}
<button class="button" type="submit">${words.check}</button>
</form>`;
}

interface ClaimField {
  readonly name: keyof ClaimFields;
  readonly label: string;
  readonly hint?: string;
  /** Attributes. */
  readonly more: string;
}

/** With what is wrong with it right below it. */
function field(page: ClaimPage, words: ClaimWords, { name, label, hint, more }: ClaimField): string {
  const { fields = NO_FIELDS, problem = null } = page;
  const isWrong = problem !== null && fieldOf(problem) === name;
  const notes = [
    ...(isWrong ? [`<p class="problem" id="${name}-problem" role="alert">${words[problem]}</p>`] : []),
    ...(hint === undefined ? [] : [`<p class="hint" id="${name}-hint">${hint}</p>`]),
  ];
  const ids = [...(isWrong ? [`${name}-problem`] : []), ...(hint === undefined ? [] : [`${name}-hint`])];
  return `<div class="field"><label class="label" for="${name}">${escaped(label)}</label>
<input class="input" id="${name}" name="${name}" value="${escaped(fields[name])}" ${more}
 aria-invalid="${isWrong}"${ids.length === 0 ? '' : ` aria-describedby="${ids.join(' ')}"`}${isWrong ? ' autofocus' : ''}>
${notes.join('')}</div>`;
}

/** Wallets paste what they mean. */
const RAW = 'autocomplete="off" autocapitalize="off" spellcheck="false"';

/** The field that a problem is about; null for what no field can correct. */
function fieldOf(problem: ClaimProblem): keyof ClaimFields | null {
  switch (problem) {
    case 'noTransaction':
    case 'tooMany':
    case 'expired':
    case 'trouble':
      return 'transaction';
    case 'badAddress':
      return 'address';
    case 'badTag':
      return 'memo';
    case 'badEmail':
      return 'email';
    case 'gateClosed':
    case 'changed':
      return null;
    default:
      return problem satisfies never;
  }
}

function verdictBox({ invoice, language }: ClaimPage, verdict: FoundVerdict): string {
  const { code } = verdict;
  const { heading, text } = verdictWords(invoice, verdict, language);
  const hint = feeHint(verdict, language);
  return `<div class="note" data-tone="${TONES[code] ?? 'quiet'}" role="status" data-verdict="${code}"><p>
<strong>${heading}</strong><span>${text}${hint === null ? '' : ` ${hint}`}</span></p></div>`;
}

/** A verdict on a transaction in the words of a payer. */
export function verdictWords(
  invoice: Pick<ClaimPageInvoice, 'gateId'>,
  verdict: FoundVerdict,
  language: Language,
): { readonly heading: string; readonly text: string } {
  const { code, payment } = verdict;
  const words = PAGE_WORDS[language].claim;
  const [heading, text] = TEXTS[code];
  const filled = (code === 'claimable' ? whyClaimable(invoice, verdict, words) : words[text])
    .replace('{confirmations}', String(payment?.confirmations ?? 0))
    .replace('{required}', String(payment?.requiredConfirmations ?? 0));
  const own = payment?.claim?.isOwn === true ? STATUSES[payment.claim.status] : undefined;
  return { heading: words[heading], text: own === undefined ? filled : words[own] };
}

const TONES: Partial<Record<VerdictCode, 'success' | 'info' | 'warning'>> = {
  claimable: 'success',
  credited: 'success',
  unconfirmed: 'info',
  short: 'warning',
  late: 'warning',
  other_coin: 'warning',
  failed: 'warning',
};

/** Names both coins, or the tag, when that is what went wrong. */
function whyClaimable(
  { gateId }: Pick<ClaimPageInvoice, 'gateId'>,
  { payment, isShared }: FoundVerdict,
  words: ClaimWords,
): string {
  const sent = payment?.gateId ?? null;
  if (sent === null) return words.claimableText;
  if (gateId !== null && gateId !== sent) {
    return words.claimableCoin.replace('{sent}', coinName(sent, words)).replace('{expected}', coinName(gateId, words));
  }
  return isShared ? words.claimableTag.replace('{sent}', coinName(sent, words)) : words.claimableText;
}

/** A token is on several networks, so its name says which. */
function coinName(gateId: CryptoGateId, words: ClaimWords): string {
  const coin = gate(gateId);
  if (!isToken(coin)) return coin.ticker;
  return words.coinOn.replace('{coin}', coin.ticker).replace('{network}', coinOf(coin.network).networkTitle);
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
  const { language, fields = NO_FIELDS, problem = null } = page;
  const { networkTitle } = coinOf(network);
  const rate = new Intl.NumberFormat(intlTag(language), { style: 'percent', maximumFractionDigits: 2 });
  const feeMinor = bpsFloor(payment.amountMinor, owner.feeBps);
  // Each deduction has its own line, so that the lines add up to the last one.
  const networkFeeMinor = payment.amountMinor - feeMinor - leftMinor;
  const lines: readonly [string, bigint][] = [
    [words.amount, payment.amountMinor],
    [words.fee.replace('{rate}', rate.format(owner.feeBps / 1e4)), -feeMinor],
    [words.networkFee, -networkFeeMinor],
    [words.youGet, leftMinor],
  ];
  return `${sumOf(lines, gateId, language)}
<h2>${words.claimTitle}</h2>
<p class="lead">${words.claimText.replace('{network}', networkTitle)}</p>
<form method="post" action="${pathOf(page)}">
<input type="hidden" name="transaction" value="${escaped(fields.transaction)}">
<input type="hidden" name="token" value="${escaped(token ?? '')}">
${field(page, words, { name: 'address', label: words.address.replace('{network}', networkTitle), more: `required maxlength="200" ${RAW}` })}
${network === 'XRP' ? field(page, words, { name: 'memo', label: words.tag, hint: words.tagHint, more: 'inputmode="numeric" maxlength="10" autocomplete="off"' }) : ''}
${field(page, words, { name: 'email', label: words.email, hint: words.emailHint, more: 'type="email" required maxlength="254" autocomplete="email"' })}
${problem === null || fieldOf(problem) !== null ? '' : `<p class="problem" role="alert">${words[problem]}</p>`}
<button class="button" type="submit">${words.send}</button>
</form>`;
}

/** Lines that add up to the last one, their digits below each other. */
function sumOf(lines: readonly [string, bigint][], gateId: CryptoGateId, language: Language): string {
  const texts = lines.map(([, minor]) => formatTrimmed(minor, gateDecimals(gateId)));
  const places = Math.max(2, ...texts.map((text) => text.split('.')[1]?.length ?? 0));
  const number = new Intl.NumberFormat(intlTag(language), {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  const rows = lines.map(([label], at) => {
    const amount = number.format((texts[at] ?? '0') as `${number}`).replace('-', '−');
    const kind = at === lines.length - 1 ? ' class="total-row"' : '';
    return `<div${kind}><dt>${label}</dt><dd>${escaped(amount)} ${gate(gateId).ticker}</dd></div>`;
  });
  return `<dl class="facts">${rows.join('')}</dl>`;
}
