import { Data } from '../../../../contract/basics.ts';
import { EmulateDepositBody } from '../../../../contract/deposits.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import {
  EmulatedDeposit,
  EmulatedPayment,
  EmulatePaymentBody,
  MakeBlocksBody,
  NetworkParams,
  RequestedBlocks,
  RequestedFees,
  SetFeesBody,
} from '../../../../contract/sandbox.ts';
import type { Db } from '../../../../db/core/sequelize.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import type { App } from '../../../app.ts';
import { type ProfileRequest, type ProfileScope, profileOf, userOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { answerOnce, IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { shopItemRoute, userRoute } from '../../../route-options.ts';
import { emulateDeposit, emulatePayment, makeBlocks, setFees } from '../../v1/sandbox.ts';

const mode = 'sandbox';

/** Payment emulation from the back office: the same as with a sandbox token. */
export function spaSandboxRoutes(app: App, deps: ServerDeps): void {
  paymentRoutes(app, deps);
  networkRoutes(app, deps);
}

function paymentRoutes(app: App, deps: ServerDeps): void {
  const { db } = deps;
  app.post(
    '/spa/:profile/invoices/:id/payments',
    shopItemRoute('merchant_invoice_create', {
      summary: 'Emulate a payment',
      description: 'In sandbox only.',
      headers: IdempotencyHeaders,
      body: EmulatePaymentBody,
      response: { 202: Data(EmulatedPayment), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { merchantId, profileId } = await sandboxOf(db, request);
      const invoiceId = parseId(request.params.id);
      return answerOnce(request, reply, { db, merchantId, mode }, async (tx) => ({
        status: 202,
        data: await emulatePayment(tx, deps, { profileId, invoiceId, body: request.body }),
      }));
    },
  );

  app.post(
    '/spa/:profile/addresses/:id/payments',
    shopItemRoute('merchant_address_create', {
      summary: 'Emulate a payment to an address',
      description: 'In sandbox only.',
      headers: IdempotencyHeaders,
      body: EmulateDepositBody,
      response: { 202: Data(EmulatedDeposit), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { merchantId, profileId } = await sandboxOf(db, request);
      const addressId = parseId(request.params.id);
      return answerOnce(request, reply, { db, merchantId, mode }, async (tx) => ({
        status: 202,
        data: await emulateDeposit(tx, deps, { profileId, addressId, body: request.body }),
      }));
    },
  );
}

function networkRoutes(app: App, deps: ServerDeps): void {
  const { db } = deps;
  app.post(
    '/spa/sandbox/networks/:network/blocks',
    userRoute('merchant_invoice_create', {
      summary: 'Mine blocks',
      params: NetworkParams,
      headers: IdempotencyHeaders,
      body: MakeBlocksBody,
      response: { 202: Data(RequestedBlocks), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { network } = request.params;
      const merchantId = userOf(request).merchant.id;
      return answerOnce(request, reply, { db, merchantId, mode }, async (tx) => ({
        status: 202,
        data: await makeBlocks(tx, deps, { network, count: request.body.count ?? 1 }, merchantId),
      }));
    },
  );

  app.post(
    '/spa/sandbox/networks/:network/fees',
    userRoute('merchant_invoice_create', {
      summary: 'Set network fees',
      params: NetworkParams,
      headers: IdempotencyHeaders,
      body: SetFeesBody,
      response: { 202: Data(RequestedFees), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { network } = request.params;
      const fees = { network, seconds: 300, ...request.body };
      const merchantId = userOf(request).merchant.id;
      return answerOnce(request, reply, { db, merchantId, mode }, async (tx) => ({
        status: 202,
        data: await setFees(tx, deps, fees, merchantId),
      }));
    },
  );
}

/** @throws DomainError `not_found` in production */
async function sandboxOf(db: Db, request: ProfileRequest): Promise<ProfileScope> {
  const scope = await profileOf(db, request);
  if (scope.mode !== mode) throw new DomainError('not_found');
  return scope;
}
