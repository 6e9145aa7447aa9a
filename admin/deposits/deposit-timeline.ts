import type { DepositMoment, SpaDeposit } from '../../contract/deposits.ts';
import { coinsText } from '../components/money.tsx';
import type { TimelineEntryProps } from '../components/timeline.tsx';
import { t, translateOr } from '../i18n/translate.ts';
import { depositAppearance } from './deposit-status.ts';

export type DepositTimelineItem = Omit<TimelineEntryProps, 'body'> & {
  /** Shown with its confirmations, where the moment is the first sight of a payment. */
  readonly transaction: SpaDeposit['transactions'][number] | undefined;
};

type Look = Pick<TimelineEntryProps, 'icon' | 'tone'>;

const LOOKS: Readonly<Record<string, Look>> = {
  payment_seen: { icon: 'coin', tone: 'neutral' },
  credited: { icon: 'checkCircle', tone: 'success' },
  reversed: { icon: 'back', tone: 'error' },
  settled: { icon: 'balance', tone: 'success' },
  taken_back: { icon: 'back', tone: 'error' },
};

/** The story of a deposit in words, newest first. */
export function depositTimeline(deposit: SpaDeposit): DepositTimelineItem[] {
  return deposit.timeline
    .map((moment, index) => ({
      key: `${index}`,
      at: moment.at,
      ...lookOf(moment),
      title: titleOf(moment),
      detail: detailOf(moment),
      transaction: moment.text_key === 'payment_seen' ? transactionOf(moment, deposit) : undefined,
    }))
    .reverse();
}

function lookOf({ text_key, status }: DepositMoment): Look {
  return LOOKS[text_key] ?? (status ? depositAppearance[status] : { icon: 'clock', tone: 'neutral' });
}

function titleOf({ text_key, status }: DepositMoment): string {
  return text_key === 'status' && status
    ? t(`deposit.became.${status}`)
    : translateOr(`deposit.moment.${text_key}`, text_key.replaceAll('_', ' '));
}

function detailOf({ kind, data }: DepositMoment): string {
  if (kind === 'ledger') return coinsText(data.amount ?? '0', data.asset ?? '');
  return data.reason ? translateOr(`deposit.why.${data.reason}`, '') : '';
}

function transactionOf({ data }: DepositMoment, { transactions }: SpaDeposit) {
  return transactions.find(({ txid, output }) => txid === data.txid && output === data.output);
}
