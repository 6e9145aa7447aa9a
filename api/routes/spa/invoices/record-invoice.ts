import type { FastifyRequest } from 'fastify';
import { audit } from '../../../../db/audit/audit.ts';
import type { Tx } from '../../../../db/core/sequelize.ts';
import type { AuditAction } from '../../../../domain/accounts/audit.ts';
import type { InvoiceRecord } from '../../../../domain/invoices/record.ts';
import { auditedUser } from '../../../auth/audited.ts';

/** A person's action on an invoice; shops act by token, and their calls are in the invoice's own timeline. */
export function recordInvoiceAct(
  tx: Tx,
  request: FastifyRequest,
  { action, invoice }: { readonly action: AuditAction; readonly invoice: InvoiceRecord },
): Promise<void> {
  const { id, reference, mode } = invoice;
  const target = { kind: 'invoice', id, label: reference ?? `${id.slice(0, 8)}…` };
  return audit(tx, { ...auditedUser(request), action, target, data: { mode } });
}
