import { Type } from 'typebox';
import { Data } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { StaffDebt, WriteOffBody } from '../../../contract/staff-debts.ts';
import { type Db, moneyTransaction } from '../../../db/core/sequelize.ts';
import { type ListedDebt, listDebts } from '../../../db/staff/debts.ts';
import type { StaffMember } from '../../../db/staff/people.ts';
import { decideWriteOff, missingToWriteOff } from '../../../db/staff/write-offs.ts';
import { staffMay } from '../../../domain/accounts/staff-permissions.ts';
import { gate } from '../../../domain/assets/assets.ts';
import { formatAmount, parseAmount } from '../../../domain/money/money.ts';
import type { App } from '../../app.ts';
import { type StaffDoor, staffActOf, staffOf } from '../../auth/staff-door.ts';
import { staffRoute } from '../../route-options.ts';

/** Debts of merchants after reorganizations, and writing one off by two people. */
export function staffDebtRoutes(app: App, { db }: StaffDoor): void {
  app.get(
    '/staff/debts',
    staffRoute('custody_view', { summary: 'List debts of merchants', response: { 200: Data(Type.Array(StaffDebt)) } }),
    async (request, reply) =>
      reply.header('cache-control', 'no-store').send({ data: await view(db, staffOf(request)) }),
  );

  app.post(
    '/staff/debts/write-off',
    staffRoute('payout_operate', {
      summary: 'Request or confirm a write-off',
      description:
        'The first person requests it. The same call with the `request_id` from the list, by another person of ' +
        'another role, confirms it and books the debt as a loss of the gateway; a second request is a conflict. ' +
        'Returns the remaining debts.',
      body: WriteOffBody,
      response: { 200: Data(Type.Array(StaffDebt)), ...errorResponses(409) },
    }),
    async (request) => {
      const { merchant_id: merchantId, mode, gate_id: asset, amount, reason, request_id: requestId } = request.body;
      const minor = parseAmount(amount, gate(asset).decimals);
      const member = staffOf(request);
      const decision = { ...staffActOf(request), merchantId, mode, asset, minor, reason, requestId, member };
      await moneyTransaction(db, (tx) => decideWriteOff(tx, decision));
      return { data: await view(db, member) };
    },
  );
}

async function view(db: Db, member: StaffMember): Promise<StaffDebt[]> {
  return (await listDebts(db)).map((debt) => presentDebt(debt, member));
}

function presentDebt(debt: ListedDebt, member: StaffMember): StaffDebt {
  const { merchantId, merchant, mode, asset, minor, since, invoiceIds, request } = debt;
  return {
    merchant_id: merchantId,
    merchant,
    mode,
    gate_id: asset,
    amount: formatAmount(minor, gate(asset).decimals),
    since: since?.toISOString() ?? null,
    invoice_ids: [...invoiceIds],
    write_off:
      request === null || request.isBlocked
        ? null
        : {
            id: request.id,
            reason: request.reason,
            requested_by: request.by,
            requested_at: request.at.toISOString(),
            confirmable: staffMay(member.role, 'payout_operate') && missingToWriteOff(request, member) === null,
          },
  };
}
