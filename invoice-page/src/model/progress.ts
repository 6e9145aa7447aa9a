import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { Format } from '../i18n/format.ts';
import type { Translate } from '../i18n/translate.ts';
import { coins } from './coin.ts';
import { livePayments, type ScreenName } from './screen.ts';

export interface Step {
  readonly label: string;
  readonly detail: string;
  readonly state: 'past' | 'now' | 'ahead';
}

/** The payer's progress in the three steps; empty where the steps no longer apply. */
export function progressOf(
  screen: ScreenName,
  view: CustomerInvoice,
  { t, format }: { t: Translate; format: Format },
): Step[] {
  const current = position[screen];
  if (current === undefined) return [];
  const coin = view.gate_id === null ? null : coins[view.gate_id];
  const chosen =
    coin === null ? '' : coin.token ? t('choose.on', { asset: coin.asset, network: coin.networkName }) : coin.name;
  const first = livePayments(view)[0];
  const now = screen === 'partial' ? 'progress.partly' : screen === 'checking' ? 'progress.checking' : 'progress.now';
  const confirmed = view.completed_at === null ? count(view, t) : format.time(view.completed_at);
  const details = [
    current === 0 ? t('progress.now') : chosen,
    current === 1 ? t(now) : first === undefined ? '' : format.time(first.first_seen_at),
    current < 2 ? usualTime(view, t) : current === 2 ? count(view, t) : confirmed,
  ];
  return (['progress.choose', 'progress.send', 'progress.confirm'] as const).map((key, index) => ({
    label: t(key),
    detail: details[index] ?? '',
    state: index < current ? 'past' : index === current ? 'now' : 'ahead',
  }));
}

const position: Partial<Readonly<Record<ScreenName, 0 | 1 | 2 | 3>>> = {
  choose: 0,
  pay: 1,
  partial: 1,
  checking: 1,
  confirming: 2,
  processing: 3,
  paid: 3,
  overpaid: 3,
};

const count = (view: CustomerInvoice, t: Translate) => t('dial.count', { ...view.confirmations });

function usualTime(view: CustomerInvoice, t: Translate): string {
  const gate = view.gates.find(({ gate_id }) => gate_id === view.gate_id);
  return gate === undefined ? '' : minutesText(gate.minutes, t);
}

/** How long confirmation usually takes; less than half a minute is none. */
export function minutesText(minutes: number, t: Translate): string {
  return minutes < 1 ? t('time.moments') : t('time.minutes', { count: minutes });
}
