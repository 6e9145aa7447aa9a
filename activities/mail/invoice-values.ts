import type { Invoice } from '../../contract/invoice.ts';
import { type GateId, gate } from '../../domain/assets/assets.ts';
import type { Language } from '../../domain/languages.ts';
import { separatorsOf, writeDecimal } from '../../domain/money/decimal-text.ts';
import type { InvoiceWords } from './invoice-words/invoice-words.ts';
import type { Fact } from './template.ts';
import { localeOf, momentIn } from './times.ts';

/** An invoice as the words of mails name it, in the reader's way to write money and time. */
export function invoiceValues(invoice: Invoice, language: Language) {
  return {
    invoice: invoice.reference ?? invoice.id,
    total: fiat(invoice, language),
    due: coins(invoice, invoice.amount_due, language),
    paid: coins(invoice, invoice.amount_paid, language),
    missing: coins(invoice, invoice.amount_remaining, language),
    excess: coins(invoice, invoice.amount_excess, language),
    until: momentIn(invoice.expires_at, language),
  };
}

/** The facts that payer and merchant both need in writing. */
export function invoiceFacts(invoice: Invoice, language: Language, { labels }: InvoiceWords): readonly Fact[] {
  const values = invoiceValues(invoice, language);
  const facts: (Omit<Fact, 'value'> & { readonly value: string | null })[] = [
    { label: labels.reference, value: invoice.reference },
    { label: labels.total, value: values.total },
    { label: isOpen(invoice) ? labels.due : labels.amount, value: values.due },
    { label: labels.received, value: values.paid },
    { label: labels.network, value: invoice.gate_id === null ? null : gate(invoice.gate_id).networkTitle },
    ...[...new Set(invoice.transactions.map(({ txid }) => txid))].map((txid) => ({
      label: labels.transaction,
      value: txid,
      isCode: true,
    })),
    // People know the order by its reference; the id is only for who has none.
    { label: labels.invoice, value: invoice.reference === null ? invoice.id : null, isCode: true },
  ];
  return facts.flatMap((fact) => (fact.value === null ? [] : [{ ...fact, value: fact.value }]));
}

/** Whether the amount is still due, at least a part of it. */
function isOpen({ amount_remaining: remaining }: Invoice): boolean {
  return remaining === null || /[1-9]/.test(remaining);
}

/** `€49.90` in English, `49,90 €` in German; exact, as decimal text never becomes a binary fraction. */
function fiat({ total, currency }: Invoice, language: Language): string {
  return new Intl.NumberFormat(localeOf(language), { style: 'currency', currency }).format(total as `${number}`);
}

/** An amount of the chosen asset, e.g. `0.00150000 BTC`; null before a choice. */
function coins(invoice: Invoice, amount: string | null, language: Language): string | null {
  return amount === null || invoice.gate_id === null ? null : coinsText(amount, invoice.gate_id, language);
}

/** An amount with all its digits, the separators of the language and its ticker, as on the payer's page. */
export function coinsText(amount: string, gateId: GateId, language: Language): string {
  const ticker = gateId === 'EUR' ? gateId : gate(gateId).ticker;
  return `${writeDecimal(amount, separatorsOf(localeOf(language)))} ${ticker}`;
}
