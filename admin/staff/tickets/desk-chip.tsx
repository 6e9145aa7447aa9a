import type { StaffTicketLine } from '../../../contract/support.ts';
import type { TicketPriority, TicketStatus } from '../../../domain/support/ticket.ts';
import { ToneChip, type ToneLook } from '../../components/status-chip.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';

const LOOKS: Readonly<Record<TicketStatus, ToneLook>> = {
  open: { tone: 'warning', icon: 'eye' },
  answered: { tone: 'success', icon: 'checkCircle' },
  waiting: { tone: 'primary', icon: 'hourglass' },
  closed: { tone: 'neutral', icon: 'slash' },
  spam: { tone: 'neutral', icon: 'slash' },
};

export function DeskChip({ status }: { status: TicketStatus }) {
  return <ToneChip {...LOOKS[status]}>{t(`deskStatus.${status}`)}</ToneChip>;
}

/** When the promised answer is due, and whether it is late. */
export function dueText(dueAt: string | null, nowMs: number): string {
  if (dueAt === null) return '–';
  return t(Date.parse(dueAt) < nowMs ? 'tickets.late' : 'tickets.dueAt', { at: formatMoment(dueAt) });
}

export function priorityWord(priority: TicketPriority): string {
  return t(`ticketPriority.${priority}`);
}

/** The form of the public pages, or the other way that a ticket came. */
export function sourceWord({ source, topic }: Pick<StaffTicketLine, 'source' | 'topic'>): string {
  return topic === null ? t(`ticketSource.${source}`) : t(`ticketTopic.${topic}`);
}
