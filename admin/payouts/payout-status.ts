import type { OutgoingStatus, PayoutStatus } from '../../domain/state/payout-status.ts';
import type { Tone } from '../look/colours.ts';
import type { IconName } from '../look/icon-paths.ts';

interface Appearance {
  readonly tone: Tone;
  readonly icon: IconName;
}

/** How each status of a payout looks. Amber and red mean that somebody is needed. */
export const payoutAppearance: Readonly<Record<PayoutStatus, Appearance>> = {
  new: { tone: 'warning', icon: 'users' },
  pending: { tone: 'neutral', icon: 'hourglass' },
  queue: { tone: 'primary', icon: 'arc' },
  confirming: { tone: 'primary', icon: 'arc' },
  done: { tone: 'success', icon: 'checkCircle' },
  error: { tone: 'error', icon: 'crossCircle' },
  canceled: { tone: 'neutral', icon: 'slash' },
};

export const outgoingAppearance: Readonly<Record<OutgoingStatus, Appearance>> = {
  signed: { tone: 'neutral', icon: 'lock' },
  sent: { tone: 'primary', icon: 'arc' },
  mined: { tone: 'primary', icon: 'arc' },
  confirmed: { tone: 'success', icon: 'checkCircle' },
  replaced: { tone: 'neutral', icon: 'convert' },
  failed: { tone: 'error', icon: 'crossCircle' },
};

/** The statuses in which a payout changes by itself, so that its page looks again by itself too. */
export function isMoving(status: PayoutStatus): boolean {
  return status === 'pending' || status === 'queue' || status === 'confirming';
}
