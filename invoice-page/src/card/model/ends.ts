import type { CardOrder } from '../../../../contract/card-payment.ts';
import type { IconName, Tone } from '../../model/screen.ts';
import type { CardKey } from '../words.tsx';

/** How an order ended without coins, or lost them again. */
export interface End {
  readonly title: CardKey;
  readonly say: CardKey;
  readonly tone: Tone;
  readonly icon: IconName;
  readonly chip: { readonly word: CardKey; readonly icon: IconName };
  /** Whether another order makes sense. */
  readonly again: boolean;
}

type EndStatus = 'declined' | 'rejected' | 'expired' | 'refunded' | 'canceled' | 'failed' | 'charged_back';

/** The words of an end; `failed` are those of a page that cannot be shown. */
type EndWords = Exclude<EndStatus, 'failed'> | 'not_accepted';

const end = (words: EndWords, tone: Tone, icon: IconName, again: boolean): End => ({
  title: `${words}.title`,
  say: `${words}.say`,
  tone,
  icon,
  chip: { word: `${words}.chip`, icon },
  again,
});

const ENDS: Readonly<Record<EndStatus, End>> = {
  declined: end('declined', 'error', 'alert', true),
  rejected: end('rejected', 'warning', 'cross', false),
  expired: end('expired', 'quiet', 'clock', true),
  refunded: end('refunded', 'quiet', 'return', true),
  canceled: end('canceled', 'quiet', 'cross', true),
  failed: end('not_accepted', 'warning', 'alert', true),
  charged_back: end('charged_back', 'warning', 'return', false),
};

export function endOf({ status }: Pick<CardOrder, 'status'>): End {
  return ENDS[isEnd(status) ? status : 'failed'];
}

const isEnd = (status: string): status is EndStatus => Object.hasOwn(ENDS, status);

/**
 * The problem that our staff examines although the seller reports the coins as sent: too few arrived, they went
 * elsewhere, or none arrived in time. A reason that this page does not know is shown as a delay.
 */
export function troubleOf({ status, status_reason: reason }: CardOrder): CardKey | null {
  if (status !== 'sending' || reason === null) return null;
  return reason === 'short' || reason === 'elsewhere' ? `trouble.${reason}` : 'trouble.overdue';
}
