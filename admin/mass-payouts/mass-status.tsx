import type { SpaMassPayout } from '../../contract/mass-payouts.ts';
import type { MassPayoutStatus } from '../../domain/state/mass-payout.ts';
import { ToneChip } from '../components/status-chip.tsx';
import { t } from '../i18n/translate.ts';
import type { Tone } from '../look/colours.ts';
import type { IconName } from '../look/icon-paths.ts';

const appearance: Readonly<Record<MassPayoutStatus, { readonly tone: Tone; readonly icon: IconName }>> = {
  new: { tone: 'neutral', icon: 'file' },
  validated: { tone: 'primary', icon: 'check' },
  not_valid: { tone: 'warning', icon: 'alertCircle' },
  pending: { tone: 'neutral', icon: 'hourglass' },
  queue: { tone: 'primary', icon: 'arc' },
  confirming: { tone: 'primary', icon: 'arc' },
  done: { tone: 'success', icon: 'checkCircle' },
  error: { tone: 'error', icon: 'crossCircle' },
};

export function MassStatusChip({ status }: Pick<SpaMassPayout, 'status'>) {
  return <ToneChip {...appearance[status]}>{t(`mass.status.${status}`)}</ToneChip>;
}

/** How a page names a mass payout: by its file, else by where it came from. */
export function massName({ file_name, source }: Pick<SpaMassPayout, 'file_name' | 'source'>): string {
  return file_name ?? t(source === 'api' ? 'mass.byApi' : 'mass.request');
}

export function massPath(id: string): string {
  return `/payouts/mass-request-payout?id=${id}`;
}
