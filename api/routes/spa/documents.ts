import type { FastifyRequest } from 'fastify';
import { errorResponses } from '../../../contract/errors.ts';
import { readInvoice } from '../../../db/invoices/read.ts';
import { readPayout } from '../../../db/payouts/read.ts';
import { readAnyWithdrawal } from '../../../db/withdrawals/read.ts';
import { isOfShops, type UserPermission } from '../../../domain/accounts/permissions.ts';
import { parseId } from '../../../domain/ids.ts';
import type { App } from '../../app.ts';
import { type ProfileScope, profileOf, userOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { PdfAnswer, sendDocument } from '../../documents/answer.ts';
import {
  type DocumentInput,
  payoutConfirmation,
  requirePaidInvoice,
  withdrawalConfirmation,
} from '../../documents/inputs.ts';
import { readSeller } from '../../documents/seller.ts';
import { profileItemRoute, shopItemRoute } from '../../route-options.ts';

/** The documents of a merchant's invoices, payouts and withdrawals, as PDF. Statements are reports. */
export function spaDocumentRoutes(app: App, deps: ServerDeps): void {
  const { db } = deps;
  for (const kind of ['invoice', 'receipt'] as const) {
    documentRoute(app, deps, {
      path: `invoices/:id/${kind}.pdf`,
      permission: 'merchant_invoice_view',
      summary: `Download the ${kind} of a paid invoice`,
      description: 'In the language of its payer.',
      async read(id, { profileId }) {
        const record = requirePaidInvoice(await readInvoice(db, id, { profileId }));
        const seller = await readSeller(db, record);
        const document = { kind, record, seller, showsCustomer: true, language: record.language ?? 'en' };
        return { type: 'invoice', document };
      },
    });
  }
  documentRoute(app, deps, {
    path: 'payouts/:id/confirmation.pdf',
    permission: 'merchant_payout_view',
    summary: 'Download the confirmation of a payout',
    description: 'Once it is done.',
    read: async (id, { profileId, company }) =>
      payoutConfirmation(await readPayout(db, id, { profileId, kind: 'payout' }), company),
  });
  documentRoute(app, deps, {
    path: 'withdrawals/:id/confirmation.pdf',
    permission: 'merchant_withdrawal_view',
    summary: 'Download the confirmation of a withdrawal',
    description: 'Once it is done, with the reference of the bank.',
    read: async (id, { profileId, company }) =>
      withdrawalConfirmation(await readAnyWithdrawal(db, id, profileId), company),
  });
}

interface DocumentRoute {
  readonly path: string;
  readonly permission: UserPermission;
  readonly summary: string;
  readonly description: string;
  read(id: string, of: ProfileScope & { readonly company: string }): Promise<DocumentInput>;
}

function documentRoute(app: App, deps: ServerDeps, { path, permission, summary, description, read }: DocumentRoute) {
  const route = isOfShops(permission) ? shopItemRoute : profileItemRoute;
  app.get(
    `/spa/:profile/${path}`,
    route(permission, { summary, description, response: { 200: PdfAnswer, ...errorResponses(409) } }),
    async (request, reply) =>
      sendDocument(deps, request, reply, async () => {
        const id = parseId<string>(request.params.id);
        const input = await read(id, { ...(await profileOf(deps.db, request)), company: companyOf(request) });
        const [kind = '', , name = ''] = path.split('/');
        return { input, fileName: `${fileNameOf(kind, name)}-${id}.pdf` };
      }),
  );
}

/** `withdrawal-confirmation` for `withdrawals/…/confirmation.pdf`, `receipt` for `invoices/…/receipt.pdf`. */
function fileNameOf(kind: string, name: string): string {
  const [base = name] = name.split('.');
  return kind === 'invoices' ? base : `${kind.slice(0, -1)}-${base}`;
}

function companyOf(request: FastifyRequest): string {
  return userOf(request).merchant.companyName ?? '';
}
