import { Data, IdParams } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { FindPaymentBody, PaymentVerdict } from '../../../contract/payment-verdict.ts';
import { recordUnsupported } from '../../../db/claims/create.ts';
import { findPaidInvoice, findVerdict } from '../../../db/claims/find.ts';
import { findAddress } from '../../../db/claims/find-address.ts';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { readInvoice } from '../../../db/invoices/read.ts';
import { payoutSettings } from '../../../db/payouts/settings.ts';
import { DomainError, fieldError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import type { Language } from '../../../domain/languages.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { Accounts } from '../../auth/accounts.ts';
import type { ServerDeps } from '../../deps.ts';
import { presentAddress, presentVerdict } from '../../presenters/payment-verdict.ts';
import { limitFinding } from './find-limits.ts';

/** `POST …/find-payment`: what became of a payment that does not show. */
export function findPaymentRoute(app: App, deps: ServerDeps, accounts: Accounts): void {
  app.post(
    '/customer/invoices/:id/find-payment',
    {
      config: anyone('The id of the invoice is the capability; nothing is said about payments to others.'),
      schema: {
        tags: ['Payer'],
        summary: 'Find a payment',
        description:
          'Says what a pasted transaction or address is to this invoice. An address that the gateway gave to somebody ' +
          'else is `our_address`, without saying to whom; payments of others answer like those that never happened. ' +
          'At most 20 times in 15 minutes per network and 60 times an hour per invoice, claim page included.',
        params: IdParams,
        body: FindPaymentBody,
        response: { 200: Data(PaymentVerdict), ...errorResponses(422, 429) },
      },
    },
    async (request, reply) => {
      const invoiceId = parseId(request.params.id);
      const { text, language } = request.body;
      if ((await findPaidInvoice(deps.db, invoiceId)) === undefined) throw new DomainError('not_found');
      await limitFinding(deps, accounts, { ip: request.ip, invoiceId });
      const data = await verdictOn(deps, { invoiceId, text, language });
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );
}

async function verdictOn(
  deps: ServerDeps,
  { invoiceId, text, language }: { readonly invoiceId: string; readonly text: string; readonly language: Language },
): Promise<PaymentVerdict> {
  const transaction = await onTransaction(deps, { invoiceId, text, language });
  if (transaction !== undefined) return transaction;
  const address = await findAddress(deps.db, { invoiceId, text });
  if (address === undefined) throw fieldError('text', 'This is neither the ID of a transaction nor an address.');
  const paid =
    address.txid === null ? undefined : await onTransaction(deps, { invoiceId, text: address.txid, language });
  if (paid !== undefined) return paid;
  const { payerClaimedAt } = await readInvoice(deps.db, invoiceId);
  return presentAddress(address.code, language, { payerClaimedAt, nowMs: deps.now() });
}

async function onTransaction(
  { db, config, now }: ServerDeps,
  { invoiceId, text, language }: { readonly invoiceId: string; readonly text: string; readonly language: Language },
): Promise<PaymentVerdict | undefined> {
  const scope = { by: 'payer', invoiceId } as const;
  const verdict = await findVerdict(db, payoutSettings(config), { scope, text });
  if (verdict === undefined) return undefined;
  await inTransaction(db, (tx) => recordUnsupported(tx, verdict, now()));
  return presentVerdict(verdict, await readInvoice(db, invoiceId), language);
}
