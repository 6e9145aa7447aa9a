import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Data, Page } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { AddressBookQuery, BookAddressBody, BookedAddress, RenameAddressBody } from '../../../../contract/payouts.ts';
import { originOf } from '../../../../db/accounts/origins.ts';
import { audit } from '../../../../db/audit/audit.ts';
import { readChainKind } from '../../../../db/chain/identity.ts';
import { inTransaction, type Tx } from '../../../../db/core/sequelize.ts';
import {
  type BookedAddressRow,
  bookAddress,
  findBooked,
  forgetAddress,
  listAddresses,
  renameAddress,
} from '../../../../db/outflows/address-book.ts';
import { readPolicy } from '../../../../db/outflows/policy.ts';
import { warnTeam } from '../../../../db/outflows/team-mails.ts';
import { payoutSettings } from '../../../../db/payouts/settings.ts';
import type { AuditAction } from '../../../../domain/accounts/audit.ts';
import { gates, type Mode } from '../../../../domain/assets/assets.ts';
import { parseId } from '../../../../domain/ids.ts';
import { payoutTarget } from '../../../../domain/payouts/target.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { clientOf } from '../../../auth/client.ts';
import { profileOf, userOf } from '../../../auth/guard.ts';
import { type ActEntry, answerMoneyAct } from '../../../auth/money-act.ts';
import type { ServerDeps } from '../../../deps.ts';
import { listAnswer } from '../../../list-answer.ts';
import { IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { profileItemRoute, profileRoute } from '../../../route-options.ts';

const Nothing = Type.Null({ description: 'No content.' });

/**
 * The addresses that a merchant's people know: what they sent to, or entered ahead of time so that it has cooled off
 * when it is needed.
 */
export function addressBookRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  readRoute(app, accounts);
  renameRoute(app, accounts);
  forgetRoute(app, accounts);
  enterRoute(app, deps, accounts);
}

function readRoute(app: App, { db }: Accounts): void {
  app.get(
    '/spa/:profile/address-book',
    profileRoute('merchant_payout_viewAny', {
      summary: 'List known addresses',
      description: 'By name, then newest first: addresses that people sent to or entered ahead of time.',
      querystring: AddressBookQuery,
      response: { 200: Page(BookedAddress) },
    }),
    async (request) => {
      const { page = 1, per_page = 25, search, gate_id } = request.query;
      const { profileId } = await profileOf(db, request);
      const network = gate_id && gates[gate_id].network;
      const requested = { profileId, network, search, limit: per_page, offset: (page - 1) * per_page };
      const { rows, total } = await listAddresses(db, requested);
      return listAnswer(rows.map(presentBooked), total, { page, perPage: per_page });
    },
  );
}

function renameRoute(app: App, { db, secrets }: Accounts): void {
  app.put(
    '/spa/:profile/address-book/:id',
    profileItemRoute('merchant_payout_create', {
      summary: 'Rename an address',
      description: 'The team is notified by email.',
      body: RenameAddressBody,
      response: { 200: Data(BookedAddress) },
    }),
    async (request) => {
      const { merchantId, mode, profileId } = await profileOf(db, request);
      const { id } = request.params;
      return inTransaction(db, async (tx) => {
        const row = await renameAddress(tx, { id: parseId(id), profileId, label: request.body.label });
        await record(tx, request, { action: 'payout.address_renamed', row, mode });
        const values = { ...valuesOf(request, { row, mode }), label: row.label ?? '–' };
        await warnTeam(tx, secrets, merchantId, { kind: 'payout_address_renamed', values });
        return { data: presentBooked(row) };
      });
    },
  );
}

function forgetRoute(app: App, { db, secrets }: Accounts): void {
  app.delete(
    '/spa/:profile/address-book/:id',
    profileItemRoute('merchant_payout_create', {
      summary: 'Remove an address',
      description: 'If it is used again, its cool-off starts again. The team is notified by email.',
      response: { 204: Nothing },
    }),
    async (request, reply) => {
      const { mode, profileId } = await profileOf(db, request);
      await inTransaction(db, async (tx) => {
        const row = await forgetAddress(tx, { id: parseId(request.params.id), profileId });
        await record(tx, request, { action: 'payout.address_removed', row, mode });
        const values = valuesOf(request, { row, mode });
        await warnTeam(tx, secrets, userOf(request).merchant.id, { kind: 'payout_address_removed', values });
      });
      return reply.code(204).send(null);
    },
  );
}

function enterRoute(app: App, { config, now }: ServerDeps, accounts: Accounts): void {
  const { db, secrets } = accounts;
  const settings = payoutSettings(config);
  app.post(
    '/spa/:profile/address-book',
    profileRoute('merchant_payout_create', {
      summary: 'Add an address',
      description: 'Starts its cool-off; a known address keeps its time. The team is notified by email.',
      headers: IdempotencyHeaders,
      body: BookAddressBody,
      response: { 201: Data(BookedAddress), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { merchantId, mode, profileId } = await profileOf(db, request);
      const { gate_id, address, destination_tag = null, label = null } = request.body;
      const { network } = gates[gate_id];
      return answerMoneyAct(accounts, request, reply, {
        proof: 'second_factor',
        async read(on) {
          const chain = settings.chainOf(mode, network, await readChainKind(on, { mode, network }));
          const tokenContract = settings.tokenContract(mode);
          const ownAccount = settings.ownAccount(mode, network);
          const rules = { chain, tokenContract, ownAccount };
          return payoutTarget(gates[gate_id], { address, destinationTag: destination_tag }, rules);
        },
        async work(tx, target) {
          const { coolOffSeconds } = await readPolicy(tx, profileId);
          const entry = { ...target, profileId, network, label, coolOffSeconds, nowMs: now() };
          await bookAddress(tx, entry);
          const row = await findBooked(tx, entry);
          const values = valuesOf(request, { row, mode });
          await warnTeam(tx, secrets, merchantId, { kind: 'payout_address_added', values });
          return row;
        },
        entry: (row) => entryOf({ action: 'payout.address_added', row, mode }),
        answer: { status: 201, present: presentBooked },
      });
    },
  );
}

/** The facts about an address in a mail to the team. */
function valuesOf(request: FastifyRequest, { row, mode }: Pick<Recorded, 'row' | 'mode'>) {
  const { address: place, destination_tag: tag } = presentBooked(row);
  const address = tag === null ? place : `${place} (${tag})`;
  return { mode, address, by: userOf(request).fullName, ...originOf(clientOf(request)) };
}

interface Recorded {
  readonly action: AuditAction;
  readonly row: BookedAddressRow;
  readonly mode: Mode;
}

function record(tx: Tx, request: FastifyRequest, recorded: Recorded): Promise<void> {
  return audit(tx, { ...auditedUser(request), ...entryOf(recorded) });
}

function entryOf({ action, row, mode }: Recorded): ActEntry {
  const { id, address, network, label } = row;
  const target = { kind: 'payout_address', id, label: label ?? address };
  return { action, target, data: { mode, network, address } };
}

function presentBooked(row: BookedAddressRow): BookedAddress {
  return {
    id: row.id,
    network: row.network,
    address: row.address,
    destination_tag: row.destination_tag === '-1' ? null : row.destination_tag,
    label: row.label,
    usable_from: row.usable_from.toISOString(),
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}
