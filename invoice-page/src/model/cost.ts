import type { CustomerGate } from '../../../contract/customer-invoice.ts';
import type { NumberWords } from './facts.ts';
import { minutesText } from './progress.ts';

/** How long a coin usually takes and what the network takes for it, `about 20 min · network fee about €0.71`. */
export function timeAndFee(
  { minutes, network_fee: fee }: CustomerGate,
  currency: string,
  { t, format }: NumberWords,
): string {
  const time = minutesText(minutes, t);
  // A process of the last release, which may answer during an upgrade, does not say it.
  return !fee ? time : t('choose.cost', { time, fee: format.fiat(fee, currency) });
}
