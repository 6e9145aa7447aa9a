import { Type } from 'typebox';
import { Data } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { FinishDeletionBody, StaffDeletion, WithdrawDeletionBody } from '../../../contract/staff-deletions.ts';
import { type Db, inTransaction, retrying } from '../../../db/core/sequelize.ts';
import {
  decideDeletion,
  listDeletions,
  missingToDelete,
  type RequestedDeletion,
  withdrawDeletion,
} from '../../../db/staff/account-deletions.ts';
import type { StaffMember } from '../../../db/staff/people.ts';
import type { MerchantId } from '../../../domain/ids.ts';
import { staff } from '../../access.ts';
import type { App } from '../../app.ts';
import { type StaffDoor, staffActOf, staffOf } from '../../auth/staff-door.ts';

const tags = ['Compliance'];
const ACTS = {
  finish: {
    summary: 'Request or confirm the deletion of an account',
    description:
      'The first person requests it. The same call with the `request_id` from the list, by another person of ' +
      'another role, confirms it and deletes the account permanently; a second request is a conflict. Returns the ' +
      'remaining requests.',
    body: FinishDeletionBody,
    act: decideDeletion,
  },
  withdraw: {
    summary: "Withdraw an owner's deletion request",
    description: 'The team can sign in again. Returns the remaining requests.',
    body: WithdrawDeletionBody,
    act: withdrawDeletion,
  },
} as const;

/** Requested account deletions: what is missing, completion by two people, and withdrawal. */
export function staffDeletionRoutes(app: App, { db, secrets }: StaffDoor): void {
  const config = staff('account_delete');
  app.get(
    '/staff/deletions',
    {
      config,
      schema: { tags, summary: 'List accounts to delete', response: { 200: Data(Type.Array(StaffDeletion)) } },
    },
    async (request, reply) =>
      reply.header('cache-control', 'no-store').send({ data: await view(db, staffOf(request)) }),
  );

  for (const name of ['finish', 'withdraw'] as const) {
    const { summary, description, body, act } = ACTS[name];
    app.post(
      `/staff/deletions/${name}`,
      {
        config,
        schema: {
          tags,
          summary,
          description,
          body,
          response: { 200: Data(Type.Array(StaffDeletion)), ...errorResponses(404, 409) },
        },
      },
      async (request) => {
        const member = staffOf(request);
        const { merchant_id, reason } = request.body;
        const requestId = 'request_id' in request.body ? request.body.request_id : undefined;
        const merchantId = merchant_id as MerchantId;
        const decision = { ...staffActOf(request), merchantId, reason, requestId, member };
        await retrying(() =>
          inTransaction(db, async (tx) => {
            await act(tx, secrets, decision);
          }),
        );
        return { data: await view(db, member) };
      },
    );
  }
}

async function view(db: Db, member: StaffMember): Promise<StaffDeletion[]> {
  return (await listDeletions(db)).map((requested) => presentDeletion(requested, member));
}

function presentDeletion(
  { merchantId, merchant, requestedAt, missing, request }: RequestedDeletion,
  member: StaffMember,
) {
  return {
    merchant_id: merchantId,
    merchant,
    asked_at: requestedAt.toISOString(),
    missing: [...missing],
    request:
      request === null || request.isBlocked
        ? null
        : {
            id: request.id,
            reason: request.reason,
            requested_by: request.by,
            requested_at: request.at.toISOString(),
            confirmable: missingToDelete(request, member) === null,
          },
  };
}
