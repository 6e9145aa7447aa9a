import type { FastifyRequest } from 'fastify';
import { audit } from '../../../../db/audit/audit.ts';
import type { Tx } from '../../../../db/core/sequelize.ts';
import type { AuditAction } from '../../../../domain/accounts/audit.ts';
import type { InvoiceRecord } from '../../../../domain/invoices/record.ts';
import { auditedUser } from '../../../auth/audited.ts';

/** What a person does to an invoice; shops do it by token, and their calls are the invoice's own story. */
export function recordInvoiceAct(
  tx: Tx,
  request: FastifyRequest,
  { action, invoice }: { readonly action: AuditAction; readonly invoice: InvoiceRecord },
): Promise<void> {
  const { id, reference, mode } = invoice;
  const target = { kind: 'invoice', id, label: reference ?? `${id.slice(0, 8)}…` };
  return audit(tx, { ...auditedUser(request), action, target, data: { mode } });
}
