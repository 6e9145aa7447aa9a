import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import type { TicketObject } from '../../domain/support/ticket.ts';
import { t } from '../i18n/translate.ts';
import { May } from './may.tsx';

/** Leads from the page or row of an object to a question to support about it. */
export function AskSupport({ about, id }: { about: TicketObject; id: string }) {
  return (
    <May permission="merchant_ticket_create">
      <Link
        component={RouterLink}
        to={`/tickets/new?about=${about}&id=${id}`}
        sx={{ justifySelf: 'start', color: 'text.secondary', fontSize: 13 }}
      >
        {t(`ask.${about}`)}
      </Link>
    </May>
  );
}
