import { audit } from '../../../../db/audit/audit.ts';
import { createStaticAddress, listStaticAddresses } from '../../../../db/deposits/addresses.ts';
import { listDeposits } from '../../../../db/deposits/list.ts';
import { readDeposit } from '../../../../db/deposits/read.ts';
import { toRecord } from '../../../../db/deposits/rows.ts';
import { invoiceSettings } from '../../../../db/invoices/settings.ts';
import { presentDeposit, presentStaticAddress } from '../../../../domain/deposits/view.ts';
import { parseId } from '../../../../domain/ids.ts';
import type { App } from '../../../app.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { profileOf } from '../../../auth/guard.ts';
import { Data, Page } from '../../../contract/basics.ts';
import {
  AddressListQuery,
  CreateAddressBody,
  Deposit,
  DepositListQuery,
  StaticAddress,
} from '../../../contract/deposits.ts';
import { errorResponses } from '../../../contract/errors.ts';
import type { ServerDeps } from '../../../deps.ts';
import { answerOnce, IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { toAddressQuery, toDepositQuery, toNewAddress } from '../../../presenters/deposits.ts';
import { profileItemRoute, profileRoute } from '../../../route-options.ts';

/** The static addresses and deposits of a profile, for the back office. */
export function spaDepositRoutes(app: App, deps: ServerDeps): void {
  addressRoutes(app, deps);
  readRoutes(app, deps);
}

function addressRoutes(app: App, { db, config, now }: ServerDeps): void {
  const settings = invoiceSettings(config);
  app.get(
    '/spa/:profile/addresses',
    profileRoute('merchant_address_viewAny', {
      summary: 'List addresses of customers',
      querystring: AddressListQuery,
      response: { 200: Page(StaticAddress) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const query = toAddressQuery(request.query, profileId);
      const { addresses, total } = await listStaticAddresses(db, query);
      return {
        data: addresses.map(presentStaticAddress),
        pagination: { total, page: query.page, per_page: query.perPage },
      };
    },
  );

  app.post(
    '/spa/:profile/addresses',
    profileRoute('merchant_address_create', {
      summary: 'Create an address for a customer',
      description: 'The same gate and reference again return the same address.',
      headers: IdempotencyHeaders,
      body: CreateAddressBody,
      response: { 200: Data(StaticAddress), 201: Data(StaticAddress), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { merchantId, mode, profileId } = await profileOf(db, request);
      const input = toNewAddress(request.body, { profileId, mode }, now());
      return answerOnce(request, reply, { db, merchantId, mode }, async (tx) => {
        const { address, created } = await createStaticAddress(tx, settings, input);
        const { id, gateId, reference } = address;
        if (created) {
          const target = { kind: 'address', id, label: `${gateId} address of ${reference}` };
          await audit(tx, { ...auditedUser(request), action: 'address.created', target, data: { mode } });
        }
        return { status: created ? 201 : 200, data: presentStaticAddress(address) };
      });
    },
  );
}

function readRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/spa/:profile/deposits',
    profileRoute('merchant_deposit_viewAny', {
      summary: 'List deposits',
      querystring: DepositListQuery,
      response: { 200: Page(Deposit) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const query = toDepositQuery(request.query, profileId);
      const { deposits, total } = await listDeposits(db, query);
      return { data: deposits.map(presentDeposit), pagination: { total, page: query.page, per_page: query.perPage } };
    },
  );

  app.get(
    '/spa/:profile/deposits/:id',
    profileItemRoute('merchant_deposit_view', { summary: 'Get a deposit', response: { 200: Data(Deposit) } }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      return { data: presentDeposit(toRecord(await readDeposit(db, parseId(request.params.id), profileId))) };
    },
  );
}
