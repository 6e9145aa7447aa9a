import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import { Data, Page } from '../../../../contract/basics.ts';
import {
  AddressListQuery,
  CreateAddressBody,
  Deposit,
  DepositForm,
  SpaDeposit,
  SpaDepositListQuery,
  StaticAddress,
} from '../../../../contract/deposits.ts';
import { presentDeposit, presentStaticAddress } from '../../../../contract/deposits.view.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { audit } from '../../../../db/audit/audit.ts';
import { inTransaction } from '../../../../db/core/sequelize.ts';
import { createStaticAddress, listStaticAddresses, readStaticAddress } from '../../../../db/deposits/addresses.ts';
import { depositFormFacts } from '../../../../db/deposits/form.ts';
import { listDeposits } from '../../../../db/deposits/list.ts';
import { readDeposit } from '../../../../db/deposits/read.ts';
import { toRecord } from '../../../../db/deposits/rows.ts';
import { depositTimeline } from '../../../../db/deposits/timeline.ts';
import { invoiceSettings } from '../../../../db/invoices/settings.ts';
import { parseId } from '../../../../domain/ids.ts';
import type { App } from '../../../app.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { profileOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { sendDownload } from '../../../downloads.ts';
import { listAnswer } from '../../../list-answer.ts';
import { answerOnce, IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import {
  presentDepositForm,
  presentSpaDeposit,
  toAddressQuery,
  toDepositQuery,
  toNewAddress,
} from '../../../presenters/deposits.ts';
import { depositText } from '../../../reports/lines.ts';
import { shopItemRoute, shopRoute } from '../../../route-options.ts';

/** The static addresses and deposits of a profile, for the back office. */
export function spaDepositRoutes(app: App, deps: ServerDeps): void {
  formRoute(app, deps);
  addressRoutes(app, deps);
  readRoutes(app, deps);
  exportRoute(app, deps);
}

function formRoute(app: App, { db, config }: ServerDeps): void {
  const settings = invoiceSettings(config);
  app.get(
    '/spa/:profile/addresses/create',
    shopRoute('merchant_address_create', {
      summary: 'Get the deposit form',
      description: 'The gates that customers can be given an address for, and the terms of deposits.',
      response: { 200: Data(DepositForm) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      return { data: presentDepositForm(await depositFormFacts(db, settings, profileId)) };
    },
  );
}

function addressRoutes(app: App, { db, config, now }: ServerDeps): void {
  const settings = invoiceSettings(config);
  app.get(
    '/spa/:profile/addresses',
    shopRoute('merchant_address_viewAny', {
      summary: 'List addresses of customers',
      querystring: AddressListQuery,
      response: { 200: Page(StaticAddress) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const query = toAddressQuery(request.query, profileId);
      const { addresses, total } = await listStaticAddresses(db, query);
      return listAnswer(addresses.map(presentStaticAddress), total, query);
    },
  );

  app.get(
    '/spa/:profile/addresses/:id',
    shopItemRoute('merchant_address_viewAny', {
      summary: 'Get an address of a customer',
      response: { 200: Data(StaticAddress) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      return { data: presentStaticAddress(await readStaticAddress(db, parseId(request.params.id), profileId)) };
    },
  );

  app.post(
    '/spa/:profile/addresses',
    shopRoute('merchant_address_create', {
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
    shopRoute('merchant_deposit_viewAny', {
      summary: 'List deposits',
      querystring: SpaDepositListQuery,
      response: { 200: Page(Deposit) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const query = toDepositQuery(request.query, profileId);
      const { deposits, total } = await listDeposits(db, query);
      return listAnswer(deposits.map(presentDeposit), total, query);
    },
  );

  app.get(
    '/spa/:profile/deposits/:id',
    shopItemRoute('merchant_deposit_view', {
      summary: 'Get a deposit with its timeline',
      response: { 200: Data(SpaDeposit) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const deposit = toRecord(await readDeposit(db, parseId(request.params.id), profileId));
      const [address, story] = await Promise.all([
        readStaticAddress(db, deposit.addressId, profileId),
        depositTimeline(db, deposit),
      ]);
      return { data: presentSpaDeposit(deposit, address, story) };
    },
  );
}

const Csv = {
  description: 'CSV.',
  content: { 'text/csv': { schema: Type.Unsafe<string | Readable>({ type: 'string' }) } },
};

function exportRoute(app: App, deps: ServerDeps): void {
  const { db } = deps;
  app.get(
    '/spa/:profile/deposits/export',
    shopRoute('merchant_deposit_export', {
      summary: 'Export deposits',
      description: 'Streamed CSV in UTF-8 of all deposits that the filters match, oldest first; times are UTC.',
      querystring: SpaDepositListQuery,
      response: { 200: Csv },
    }),
    async (request, reply) => {
      const { profileId, mode } = await profileOf(db, request);
      const query = toDepositQuery(request.query, profileId);
      const target = { kind: 'report', id: profileId, label: 'deposits' };
      await inTransaction(db, (tx) => audit(tx, { ...auditedUser(request), action: 'history.exported', target }));
      return sendDownload(deps, request, reply, {
        pieces: depositText(db, query, { timeZone: 'UTC', until: new Date(deps.now()) }),
        type: 'text/csv; charset=utf-8',
        fileName: `deposits-${mode}.csv`,
      });
    },
  );
}
