import type { SpaInvoice, TimelineEntry } from '../../contract/spa-invoices.ts';
import { CRYPTO_GATES, gates } from '../../domain/assets/assets.ts';
import { tickerOf } from '../components/asset-label.tsx';
import { invoiceAppearance } from '../components/invoice-status.ts';
import { t, translateOr } from '../i18n/translate.ts';
import type { Tone } from '../look/colours.ts';
import type { IconName } from '../look/icon-paths.ts';
import { priceText } from './amounts.ts';

export interface TimelineItem {
  readonly key: string;
  readonly at: string;
  readonly icon: IconName;
  readonly tone: Tone;
  readonly title: string;
  readonly detail: string;
  /** Shown with its confirmations, where the moment is the first sight of a payment. */
  readonly transaction: SpaInvoice['transactions'][number] | null;
}

interface Look {
  readonly icon: IconName;
  readonly tone: Tone;
}

const LOOKS: Readonly<Record<string, Look>> = {
  created: { icon: 'plusCircle', tone: 'neutral' },
  gate_chosen: { icon: 'lock', tone: 'neutral' },
  payer_claimed: { icon: 'clock', tone: 'neutral' },
  payment_seen: { icon: 'coin', tone: 'neutral' },
  payment_late_seen: { icon: 'coin', tone: 'warning' },
  payment_confirmed: { icon: 'checkCircle', tone: 'success' },
  payment_dropped: { icon: 'slash', tone: 'warning' },
  payment_replaced: { icon: 'convert', tone: 'warning' },
  payment_failed: { icon: 'crossCircle', tone: 'error' },
  settled: { icon: 'balance', tone: 'success' },
  reversed: { icon: 'back', tone: 'error' },
  completed: { icon: 'check', tone: 'success' },
  canceled: { icon: 'slash', tone: 'neutral' },
};

/** The story of an invoice in words, newest first. */
export function timelineItems(invoice: Pick<SpaInvoice, 'timeline' | 'transactions' | 'currency'>): TimelineItem[] {
  return invoice.timeline
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => b.entry.at.localeCompare(a.entry.at) || b.index - a.index)
    .map(({ entry, index }) => ({
      key: `${index}`,
      at: entry.at,
      ...look(entry),
      title: titleOf(entry),
      detail: detailOf(entry, invoice.currency),
      transaction: isDetection(entry) ? transactionOf(entry, invoice.transactions) : null,
    }));
}

function look({ text_key, status }: TimelineEntry): Look {
  return LOOKS[text_key] ?? (status ? invoiceAppearance[status] : { icon: 'clock', tone: 'neutral' });
}

function titleOf({ text_key, status, data }: TimelineEntry): string {
  const asset = assetTitle(data.gate_id) ?? data.asset ?? '';
  const key = text_key === 'status' && status ? `timeline.became.${status}` : `timeline.${text_key}`;
  const word = status ? t(`status.${status}`) : '';
  return translateOr(key, word || text_key, { ...data, asset, status: word });
}

function detailOf({ text_key, data }: TimelineEntry, currency: string): string {
  const reason = data.reason ? translateOr(`reason.${data.reason}`, '') : '';
  if (text_key !== 'gate_chosen' || !data.rate) return reason;
  return t('timeline.gate_chosen.detail', {
    rate: priceText(data.rate, data.currency ?? currency),
    ticker: tickerOf(data.gate_id ?? ''),
    source: sourceWords(data.source ?? ''),
  });
}

/** `median(kraken, bitstamp)`, as the rate was recorded, in words. */
function sourceWords(source: string): string {
  const names = /^median\((.*)\)$/.exec(source)?.[1];
  return names === undefined ? source : t('timeline.median', { names });
}

function isDetection({ text_key }: TimelineEntry): boolean {
  return text_key === 'payment_seen' || text_key === 'payment_late_seen';
}

function transactionOf(
  { data }: TimelineEntry,
  transactions: SpaInvoice['transactions'],
): SpaInvoice['transactions'][number] | null {
  return transactions.find(({ txid, output }) => txid === data.txid && (data.output ?? output) === output) ?? null;
}

function assetTitle(gateId: string | undefined): string | null {
  const id = CRYPTO_GATES.find((each) => each === gateId);
  return id ? gates[id].title : null;
}
