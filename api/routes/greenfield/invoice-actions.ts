import { GreenfieldInvoice, PluginBody } from '../../../contract/greenfield.ts';
import { presentGreenfieldInvoice } from '../../../contract/greenfield.view.ts';
import { inTransaction, retrying, type Tx } from '../../../db/core/sequelize.ts';
import { archiveInvoice, readShopInvoice, replaceMetadata } from '../../../db/greenfield/invoices.ts';
import { cancelInvoice, completeInvoice, type InvoiceCommand } from '../../../db/invoices/commands.ts';
import { isDomainError } from '../../../domain/errors.ts';
import { fieldsOf, textOf } from '../../../domain/greenfield/fields.ts';
import { readMetadata } from '../../../domain/greenfield/shop-invoice.ts';
import { readGreenfieldStatus } from '../../../domain/greenfield/status.ts';
import { type ProfileId, parseId } from '../../../domain/ids.ts';
import type { App } from '../../app.ts';
import { shopKeyOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { GreenfieldFaults } from './errors.ts';
import { INVOICE_PATHS, InvoiceParams } from './invoices.ts';
import { shopKeyRoute } from './route.ts';

interface Action {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly suffix: string;
  readonly summary: string;
  readonly description: string;
  readonly example: object;
  readonly run: (tx: Tx, of: Acted) => Promise<void>;
}

interface Acted {
  readonly invoiceId: string;
  readonly profileId: ProfileId;
  readonly body: unknown;
  readonly nowMs: number;
}

/** Actions that change an invoice; each answers with the invoice as it is then. */
const ACTIONS: readonly Action[] = [
  {
    method: 'PUT',
    suffix: '',
    summary: 'Greenfield: replace the metadata of an invoice',
    description: 'The order’s ID in it is found by lists from then on.',
    example: { metadata: { orderId: '14' } },
    async run(tx, { invoiceId, profileId, body }) {
      const { metadata, faults } = readMetadata(body);
      if (faults.length > 0) throw new GreenfieldFaults(faults);
      const orderId = textOf(metadata.orderId, 255) ?? null;
      await replaceMetadata(tx, { invoiceId, profileId, metadata, orderId });
    },
  },
  {
    method: 'POST',
    suffix: '/status',
    summary: 'Greenfield: mark an invoice as settled or invalid',
    description:
      '`Invalid` cancels an invoice to which nothing was paid. `Settled` accepts what was paid to one that expired or ' +
      'was underpaid.',
    example: { status: 'Invalid' },
    run: mark,
  },
  {
    method: 'DELETE',
    suffix: '',
    summary: 'Greenfield: archive an invoice',
    description: 'Lists leave it out. It can still be paid and read.',
    example: {},
    run: (tx, of) => archiveInvoice(tx, { ...of, isArchived: true }),
  },
  {
    method: 'POST',
    suffix: '/unarchive',
    summary: 'Greenfield: take an invoice out of the archive',
    description: 'Lists show it again.',
    example: {},
    run: (tx, of) => archiveInvoice(tx, { ...of, isArchived: false }),
  },
];

export function invoiceActionRoutes(app: App, { db, now }: ServerDeps): void {
  for (const path of INVOICE_PATHS) {
    for (const { method, suffix, summary, description, example, run } of ACTIONS) {
      const schema = shopKeyRoute('btcpay.store.canmodifyinvoices', {
        summary,
        description,
        params: InvoiceParams,
        body: PluginBody('What is to change.', example),
        response: { 200: GreenfieldInvoice },
      });
      app.route({
        method,
        url: path + suffix,
        ...schema,
        async handler(request) {
          const { profileId } = shopKeyOf(request);
          const id = parseId(request.params.id);
          const shown = await retrying(() =>
            inTransaction(db, async (tx) => {
              await readShopInvoice(tx, { id, profileId });
              await run(tx, { invoiceId: id, profileId, body: request.body, nowMs: now() });
              return readShopInvoice(tx, { id, profileId });
            }),
          );
          return presentGreenfieldInvoice(shown);
        },
      });
    }
  }
}

/** @throws GreenfieldFaults on `status` for another word, and where the invoice cannot become that */
async function mark(tx: Tx, { invoiceId, profileId, body, nowMs }: Acted): Promise<void> {
  const command: InvoiceCommand = { invoiceId, scope: { profileId }, nowMs };
  const status = readGreenfieldStatus(textOf(fieldsOf(body).status, 40) ?? '');
  try {
    if (status === 'Invalid') await cancelInvoice(tx, command);
    else if (status === 'Settled') await completeInvoice(tx, command);
    else throw notMarkable();
  } catch (error) {
    if (isDomainError(error, 'illegal_transition') || isDomainError(error, 'payment_seen')) throw notMarkable();
    throw error;
  }
}

function notMarkable(): GreenfieldFaults {
  const message = 'Status can only be marked to invalid or settled within certain conditions.';
  return new GreenfieldFaults([{ path: 'status', message }]);
}
