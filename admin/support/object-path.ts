import type { TicketObject } from '../../domain/support/ticket.ts';
import { depositPath } from '../deposits/deposit-paths.ts';
import { invoicePath } from '../invoices/invoice-name.ts';
import { withdrawalPath } from '../withdrawals/withdrawal-paths.ts';

/** The page of what a ticket is about. A refund has none of its own: its row leads to its invoice. */
export function objectPath({ kind, id }: { readonly kind: TicketObject; readonly id: string }): string {
  switch (kind) {
    case 'invoice':
      return invoicePath(id);
    case 'payout':
      return `/payouts/details?id=${id}`;
    case 'refund':
      return `/history?tab=refunds&search=${id}`;
    case 'withdrawal':
      return withdrawalPath(id);
    case 'deposit':
      return depositPath(id);
  }
}
