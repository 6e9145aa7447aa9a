import { Data, Forgiven, IdParams, Page } from '../../../contract/basics.ts';
import {
  AddressListQuery,
  Deposit,
  DepositListQuery,
  NewAddressBody,
  StaticAddress,
} from '../../../contract/deposits.ts';
import { presentDeposit, presentStaticAddress } from '../../../contract/deposits.view.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { createStaticAddress, listStaticAddresses, readStaticAddress } from '../../../db/deposits/addresses.ts';
import { listDeposits } from '../../../db/deposits/list.ts';
import { readDeposit } from '../../../db/deposits/read.ts';
import { toRecord } from '../../../db/deposits/rows.ts';
import { invoiceSettings } from '../../../db/invoices/settings.ts';
import { parseId } from '../../../domain/ids.ts';
import type { App } from '../../app.ts';
import { bearerOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { listAnswer } from '../../list-answer.ts';
import { answerOnce, IdempotencyHeaders } from '../../plugins/idempotency.ts';
import { toAddressQuery, toDepositQuery, toNewAddress } from '../../presenters/deposits.ts';
import { unreachable } from '../../presenters/new-invoice.ts';
import { tokenRoute } from '../../route-options.ts';

/** Static addresses of customers, and the deposits that come in at them. */
export function depositRoutes(app: App, deps: ServerDeps): void {
  createRoute(app, deps);
  addressRoutes(app, deps);
  readRoutes(app, deps);
}

function createRoute(app: App, { db, config, now }: ServerDeps): void {
  const settings = invoiceSettings(config);
  app.post(
    '/api/v1/addresses',
    tokenRoute('Deposits', ['address_create'], {
      operationId: 'createAddress',
      summary: 'Create an address for a customer',
      description:
        'It can be paid any number of times and never expires. The same gate and reference again return the same ' +
        'address with status 200; nothing of it changes.',
      headers: IdempotencyHeaders,
      body: NewAddressBody,
      response: {
        200: { ...Forgiven(StaticAddress), description: 'The address that this reference has already.' },
        201: Forgiven(StaticAddress),
        ...errorResponses(409),
      },
    }),
    async (request, reply) => {
      const bearer = bearerOf(request);
      const input = toNewAddress(request.body, bearer, now());
      const warnings = unreachable(request.body.notification_url, config);
      return answerOnce(request, reply, { db, ...bearer }, async (tx) => {
        const { address, created } = await createStaticAddress(tx, settings, input);
        return { status: created ? 201 : 200, data: presentStaticAddress(address), warnings };
      });
    },
  );
}

function addressRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/api/v1/addresses',
    tokenRoute('Deposits', ['address_get'], {
      operationId: 'listAddresses',
      summary: 'List addresses',
      description: 'Newest first unless sorted otherwise. `reference` finds the addresses of a customer.',
      querystring: AddressListQuery,
      response: { 200: Page(StaticAddress) },
    }),
    async (request) => {
      const query = toAddressQuery(request.query, bearerOf(request).profileId);
      const { addresses, total } = await listStaticAddresses(db, query);
      return listAnswer(addresses.map(presentStaticAddress), total, query);
    },
  );

  app.get(
    '/api/v1/addresses/:id',
    tokenRoute('Deposits', ['address_get'], {
      operationId: 'getAddress',
      summary: 'Get an address',
      params: IdParams,
      response: { 200: Data(StaticAddress) },
    }),
    async (request) => {
      const { profileId } = bearerOf(request);
      return { data: presentStaticAddress(await readStaticAddress(db, parseId(request.params.id), profileId)) };
    },
  );
}

function readRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/api/v1/deposits',
    tokenRoute('Deposits', ['address_get'], {
      operationId: 'listDeposits',
      summary: 'List deposits',
      description: 'Newest first unless sorted otherwise. `reference` finds the deposits of a customer.',
      querystring: DepositListQuery,
      response: { 200: Page(Deposit) },
    }),
    async (request) => {
      const query = toDepositQuery(request.query, bearerOf(request).profileId);
      const { deposits, total } = await listDeposits(db, query);
      return listAnswer(deposits.map(presentDeposit), total, query);
    },
  );

  app.get(
    '/api/v1/deposits/:id',
    tokenRoute('Deposits', ['address_get'], {
      operationId: 'getDeposit',
      summary: 'Get a deposit',
      params: IdParams,
      response: { 200: Data(Deposit) },
    }),
    async (request) => {
      const { profileId } = bearerOf(request);
      return { data: presentDeposit(toRecord(await readDeposit(db, parseId(request.params.id), profileId))) };
    },
  );
}
