import { coinText, countsOn } from '../../contract/invoice.view.ts';
import { gate } from '../../domain/assets/assets.ts';
import type { DocumentFacts } from '../../domain/documents/proof.ts';
import type { RefundRow } from '../../domain/invoices/record.ts';
import { intlTag, type Language } from '../../domain/languages.ts';
import { currencyDecimals } from '../../domain/money/currencies.ts';
import { type Separators, separatorsOf, writeDecimal } from '../../domain/money/decimal-text.ts';
import { lineMinor } from '../../domain/money/items.ts';
import { formatAmount, maxOf } from '../../domain/money/money.ts';
import { returnedBy } from '../../domain/refunds/other-coin.ts';
import type { PrintedLogo } from '../images/print-logo.ts';
import type { InvoiceDocument, InvoiceDocumentKind, PaidInvoice } from './inputs.ts';
import { CONTENT_WIDTH, MUTED, Sheet, type Table, WARNING } from './sheet.ts';
import type { Drawing } from './signed.ts';
import { drawVerification, type ProvingDeps } from './verification.ts';
import type { PayerWords } from './words/payer-words.ts';
import { PAYER_WORDS } from './words/payer-words-all.ts';

/** The invoice with its taxes, or the receipt of its payment, in the language given. Times are UTC. */
export async function* drawInvoiceDocument(
  deps: ProvingDeps,
  document: InvoiceDocument,
  logo: PrintedLogo | null,
): Drawing {
  const { record } = document;
  const words = PAYER_WORDS[document.language];
  const title = words[document.kind];
  const footer = (page: number) => fill(words.page, { page: String(page) });
  const sheet = new Sheet({ title, language: document.language, createdAt: record.completedAt, footer });
  const writing = { sheet, words, record, ...writersOf(document.language, record.currency) };
  if (logo !== null) sheet.picture(logo, { alt: document.seller.name, ...LOGO });
  drawHead(writing, document, title);
  if (document.kind === 'invoice') drawOrder(writing);
  drawPayment(writing, document.kind);
  const facts = invoiceFacts(document);
  await drawVerification(sheet, deps, { words, facts });
  sheet.end();
  yield sheet.take() ?? Buffer.alloc(0);
  return facts;
}

/** The facts that the document states. */
function invoiceFacts({ kind, seller, record }: InvoiceDocument): DocumentFacts {
  const { quote, currency } = record;
  const fiat = (minor: bigint) => formatAmount(minor, currencyDecimals(currency));
  const refundedMinor = doneRefunds(record).reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  return {
    kind,
    id: record.id,
    mode: record.mode,
    seller: seller.name,
    currency,
    ...(record.reference === null ? {} : { reference: record.reference }),
    ...(kind === 'receipt'
      ? {}
      : { price: fiat(record.priceMinor), taxes: fiat(record.taxes.reduce((sum, tax) => sum + tax.amountMinor, 0n)) }),
    total: fiat(record.totalMinor),
    gate_id: quote.gateId,
    amount_paid: coinText(record.amountConfirmedMinor, quote.gateId),
    ...(refundedMinor === 0n ? {} : { amount_refunded: coinText(refundedMinor, quote.gateId) }),
    paid_at: record.completedAt.toISOString(),
  };
}

interface Writing extends Writers {
  readonly sheet: Sheet;
  readonly words: PayerWords;
  readonly record: PaidInvoice;
}

function drawHead({ sheet, words, record, time }: Writing, document: InvoiceDocument, title: string): void {
  const { seller } = document;
  sheet.text('P', seller.name, { font: 'bold', size: 12 });
  sheet.skip(10);
  sheet.text('H1', title);
  if (record.mode === 'sandbox') sheet.text('P', words.sandbox, { color: WARNING, font: 'bold' });
  sheet.skip(8);
  const facts = factTable(sheet);
  facts.row([words.seller, seller.name]);
  for (const line of [seller.address, seller.phone, seller.supportEmail]) {
    for (const part of line?.split('\n') ?? []) facts.row(['', part]);
  }
  const customer = document.showsCustomer ? (record.customer?.name ?? null) : null;
  if (customer !== null) facts.row([words.customer, customer]);
  facts.row([words.number, shortNumber(record.id)]);
  if (record.reference !== null) facts.row([words.reference, record.reference]);
  facts.row([words.issued, time(record.createdAt)]);
  facts.row([words.paidOn, time(record.completedAt)]);
  facts.end();
}

/** As screens write it; all of it is at the document's end. */
function shortNumber(id: string): string {
  return `${id.slice(0, 8)}…${id.slice(-6)}`;
}

/** The most room of a logo, in points. */
const LOGO = { mostWidth: 130, mostHeight: 44 } as const;

function drawOrder(writing: Writing): void {
  const { sheet, words, record, fiat, percent } = writing;
  sheet.skip(6);
  sheet.text('H2', words.order);
  const table = sheet.table([
    { label: words.item, width: CONTENT_WIDTH - 270 },
    { label: words.quantity, width: 70, align: 'right' },
    { label: words.price, width: 100, align: 'right' },
    { label: words.amount, width: 100, align: 'right' },
  ]);
  const line = (label: string, minor: bigint, style = {}) => table.row([label, '', '', fiat(minor)], style);
  for (const item of record.items) {
    const { name, quantity, priceMinor } = item;
    table.row([name, String(quantity), fiat(priceMinor), fiat(lineMinor(item))]);
  }
  if (record.items.length === 0) line(record.description ?? record.reference ?? words.order, record.priceMinor);
  const { serviceFeeMinor, networkFeeMinor, conversionFeeMinor, priceMinor, totalMinor } = record;
  const isIncluded = priceMinor + serviceFeeMinor + networkFeeMinor + conversionFeeMinor === totalMinor;
  const taxLabel = isIncluded ? words.taxIncluded : words.tax;
  const taxes = () => {
    for (const { name, rateBps, amountMinor } of record.taxes)
      line(fill(taxLabel, { name, rate: percent(rateBps) }), amountMinor, { color: MUTED });
  };
  if (totalMinor !== priceMinor) line(words.subtotal, priceMinor, { color: MUTED });
  if (!isIncluded) taxes();
  if (serviceFeeMinor > 0n) line(words.serviceFee, serviceFeeMinor, { color: MUTED });
  if (networkFeeMinor > 0n) line(words.networkFee, networkFeeMinor, { color: MUTED });
  if (conversionFeeMinor > 0n) line(words.conversionFee, conversionFeeMinor, { color: MUTED });
  line(words.total, totalMinor, { font: 'bold' });
  if (isIncluded) taxes();
  table.end();
}

function drawPayment({ sheet, words, record, fiat, coins, price, time }: Writing, kind: InvoiceDocumentKind): void {
  const { quote } = record;
  const amount = (minor: bigint) => `${coins(coinText(minor, quote.gateId))} ${gate(quote.gateId).ticker}`;
  sheet.skip(6);
  sheet.text('H2', words.payment);
  const facts = factTable(sheet);
  if (kind === 'receipt') facts.row([words.total, fiat(record.totalMinor)], { font: 'bold' });
  facts.row([words.amount, amount(quote.amountDueMinor)]);
  facts.row([words.received, amount(record.amountConfirmedMinor)], { font: 'bold' });
  const excessMinor = maxOf(0n, record.amountConfirmedMinor - quote.amountDueMinor);
  if (excessMinor > 0n) facts.row([words.excess, amount(excessMinor)]);
  facts.row([words.rate, `1 ${gate(quote.gateId).ticker} = ${price(quote.rateValue)}`]);
  facts.row([words.network, gate(quote.gateId).networkTitle]);
  for (const payment of record.payments) {
    if (countsOn(payment, quote)) facts.row([words.transaction, payment.txid]);
  }
  for (const refund of doneRefunds(record)) {
    facts.row([words.refund, `${amount(returnedBy(refund).minor)}, ${time(refund.createdAt)}`]);
    if (refund.txid !== null) facts.row([words.refundTransaction, refund.txid]);
  }
  facts.end();
}

function doneRefunds(record: PaidInvoice) {
  const ofInvoice = (refund: RefundRow) => returnedBy(refund).gateId === record.quote.gateId;
  return record.refunds.filter((refund) => refund.status === 'done' && ofInvoice(refund));
}

function factTable(sheet: Sheet): Table {
  return sheet.table([
    { label: '', width: 140 },
    { label: '', width: CONTENT_WIDTH - 140 },
  ]);
}

interface Writers {
  readonly fiat: (minor: bigint) => string;
  readonly coins: (amount: string) => string;
  readonly price: (amount: string) => string;
  readonly percent: (bps: number) => string;
  readonly time: (at: Date) => string;
}

/** Below it, two places leave out what matters of a price. */
const SMALL_PRICE = 10;

/** Exact amounts as the language writes them. */
function writersOf(language: Language, currency: string): Writers {
  const locale = intlTag(language);
  const separators: Separators = separatorsOf(locale);
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const smallMoney = new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 4 });
  const decimals = currencyDecimals(currency);
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return {
    fiat: (minor) => money.format(formatAmount(minor, decimals) as `${number}`),
    coins: (amount) => writeDecimal(amount, separators),
    // As on the payer's page: only small prices have more places.
    price: (amount) => (Number(amount) < SMALL_PRICE ? smallMoney : money).format(amount as `${number}`),
    percent: (bps) => share.format(bps / 10_000),
    time: (at) => `${times.format(at)} UTC`,
  };
}

/** Puts values in by their names, as text: what a seller wrote is never read as a placeholder. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
}
