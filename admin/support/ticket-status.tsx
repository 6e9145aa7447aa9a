import type { Ticket } from '../../contract/support.ts';
import { ToneChip, type ToneLook } from '../components/status-chip.tsx';
import { t } from '../i18n/translate.ts';

type Status = Exclude<Ticket['status'], 'spam'>;

export const OWN_STATUSES = ['open', 'answered', 'waiting', 'closed'] as const satisfies readonly Status[];

const LOOKS: Readonly<Record<Status, ToneLook>> = {
  open: { tone: 'primary', icon: 'hourglass' },
  answered: { tone: 'success', icon: 'checkCircle' },
  waiting: { tone: 'warning', icon: 'eye' },
  closed: { tone: 'neutral', icon: 'slash' },
};

/** The status of a ticket for its merchant, who never sees that staff moved it to spam. */
export function TicketChip({ status }: Pick<Ticket, 'status'>) {
  const shown = status === 'spam' ? 'open' : status;
  return <ToneChip {...LOOKS[shown]}>{t(`ticketStatus.${shown}`)}</ToneChip>;
}
