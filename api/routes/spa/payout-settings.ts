import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { audit } from '../../../db/audit/audit.ts';
import { readChainKind } from '../../../db/chain/identity.ts';
import {
  type BookedAddressRow,
  bookAddress,
  findBooked,
  forgetAddress,
  listAddresses,
} from '../../../db/payouts/address-book.ts';
import { readPolicy, writePolicy } from '../../../db/payouts/policy.ts';
import { payoutSettings } from '../../../db/payouts/settings.ts';
import { warnTeam } from '../../../db/payouts/team-mails.ts';
import { originOf } from '../../../db/people/origins.ts';
import { profileIdOf } from '../../../db/people/profiles.ts';
import { inTransaction, type Tx } from '../../../db/sequelize.ts';
import { gates, type Mode } from '../../../domain/assets.ts';
import type { AuditAction } from '../../../domain/audit.ts';
import { DomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { isLooser, type PayoutPolicy as Policy } from '../../../domain/payouts/policy.ts';
import { payoutTarget } from '../../../domain/payouts/target.ts';
import { user } from '../../access.ts';
import type { App } from '../../app.ts';
import type { Accounts } from '../../auth/accounts.ts';
import { auditedUser } from '../../auth/audited.ts';
import { clientOf } from '../../auth/client.ts';
import { userOf } from '../../auth/guard.ts';
import { confirmMoney } from '../../auth/second-factor.ts';
import { Data, Page } from '../../contract/basics.ts';
import { errorResponses } from '../../contract/errors.ts';
import { PageQuery } from '../../contract/lists.ts';
import { BookAddressBody, BookedAddress, PayoutPolicy, UpdatePayoutPolicyBody } from '../../contract/payouts.ts';
import { ProfileIdParams, ProfileParams } from '../../contract/spa-invoices.ts';
import type { ServerDeps } from '../../deps.ts';
import { answerOnce, IdempotencyHeaders } from '../../plugins/idempotency.ts';

const tags = ['Back office'];
const Nothing = Type.Null({ description: 'Done; no content.' });

/** How careful a merchant is with its own people: who approves payouts, and which addresses they know. */
export function payoutSettingsRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  policyRoutes(app, accounts);
  bookRoutes(app, accounts);
  bookAddressRoute(app, deps, accounts);
}

function policyRoutes(app: App, accounts: Accounts): void {
  const { db, secrets } = accounts;
  app.get(
    '/spa/:profile/payouts/policy',
    {
      config: user('merchant_payout_viewAny'),
      schema: {
        tags,
        summary: 'Get the rules of payouts',
        params: ProfileParams,
        response: { 200: Data(PayoutPolicy) },
      },
    },
    async (request) => {
      const profileId = await profileIdOf(db, userOf(request).merchant.id, request.params.profile);
      return { data: presentPolicy(await readPolicy(db, profileId)) };
    },
  );

  app.put(
    '/spa/:profile/payouts/policy',
    {
      config: user('merchant_profile_update'),
      schema: {
        tags,
        summary: 'Change the rules of payouts',
        description:
          'Less care needs a 2FA code: in production always, in sandbox from those who have 2FA on. The team is told by mail.',
        params: ProfileParams,
        body: UpdatePayoutPolicyBody,
        response: { 200: Data(PayoutPolicy), ...errorResponses(409) },
      },
    },
    async (request) => {
      const { merchant, fullName: by } = userOf(request);
      const { profile: mode } = request.params;
      const profileId = await profileIdOf(db, merchant.id, mode);
      const { approval_required: approvalRequired, cool_off_seconds: coolOffSeconds, ...factor } = request.body;
      const next = { approvalRequired, coolOffSeconds };
      const isConfirmed = isLooser(next, await readPolicy(db, profileId));
      if (isConfirmed) await confirmMoney(accounts, request, { mode, factor });
      await inTransaction(db, async (tx) => {
        const before = await readPolicy(tx, profileId, { lock: true });
        if (isLooser(next, before) && !isConfirmed) throw new DomainError('changed_meanwhile');
        await writePolicy(tx, profileId, next);
        const [was, is] = [presentPolicy(before), presentPolicy(next)];
        const data = { mode, approval_before: was.approval_required, cool_off_before: was.cool_off_seconds, ...is };
        await audit(tx, { ...auditedUser(request), action: 'payout.rules_changed', data });
        const values = { by, ...originOf(clientOf(request)) };
        await warnTeam(tx, secrets.box, merchant.id, { kind: 'payout_policy_changed', values });
      });
      return { data: presentPolicy(next) };
    },
  );
}

function bookRoutes(app: App, { db }: Accounts): void {
  app.get(
    '/spa/:profile/address-book',
    {
      config: user('merchant_payout_viewAny'),
      schema: {
        tags,
        summary: 'List known addresses',
        description: 'Newest first: what people sent to, or entered so that it cools off.',
        params: ProfileParams,
        querystring: PageQuery,
        response: { 200: Page(BookedAddress) },
      },
    },
    async (request) => {
      const { page = 1, per_page = 25 } = request.query;
      const profileId = await profileIdOf(db, userOf(request).merchant.id, request.params.profile);
      const { rows, total } = await listAddresses(db, { profileId, limit: per_page, offset: (page - 1) * per_page });
      return { data: rows.map(presentBooked), pagination: { total, page, per_page } };
    },
  );

  app.delete(
    '/spa/:profile/address-book/:id',
    {
      config: user('merchant_payout_create'),
      schema: {
        tags,
        summary: 'Forget an address',
        description: 'Used again, it cools off again.',
        params: ProfileIdParams,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { profile: mode } = request.params;
      const profileId = await profileIdOf(db, userOf(request).merchant.id, mode);
      await inTransaction(db, async (tx) => {
        const row = await forgetAddress(tx, { id: parseId(request.params.id), profileId });
        await record(tx, request, { action: 'payout.address_removed', row, mode });
      });
      return reply.code(204).send(null);
    },
  );
}

function bookAddressRoute(app: App, { config, now = Date.now }: ServerDeps, accounts: Accounts): void {
  const { db, secrets } = accounts;
  const settings = payoutSettings(config);
  app.post(
    '/spa/:profile/address-book',
    {
      config: user('merchant_payout_create'),
      schema: {
        tags,
        summary: 'Enter an address',
        description: 'Its cool-off begins. One that is known already keeps its time. The team is told by mail.',
        params: ProfileParams,
        headers: IdempotencyHeaders,
        body: BookAddressBody,
        response: { 201: Data(BookedAddress), ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const { merchant, fullName: by } = userOf(request);
      const { profile: mode } = request.params;
      const profileId = await profileIdOf(db, merchant.id, mode);
      const { gate_id, address, destination_tag = null, label = null, ...factor } = request.body;
      const of = gates[gate_id];
      const { network } = of;
      const chain = settings.chainOf(mode, network, await readChainKind(db, { mode, network }));
      const tokenContract = settings.tokenContract(mode);
      const target = payoutTarget(of, { address, destinationTag: destination_tag }, { chain, tokenContract });
      const before = () => confirmMoney(accounts, request, { mode, factor });
      return answerOnce(request, reply, { db, merchantId: merchant.id, mode, before }, async (tx) => {
        const { coolOffSeconds } = await readPolicy(tx, profileId);
        const entry = { ...target, profileId, network, label, coolOffSeconds, nowMs: now() };
        await bookAddress(tx, entry);
        const row = await findBooked(tx, entry);
        await record(tx, request, { action: 'payout.address_added', row, mode });
        const values = { address: row.address, by, ...originOf(clientOf(request)) };
        await warnTeam(tx, secrets.box, merchant.id, { kind: 'payout_address_added', values });
        return { status: 201, data: presentBooked(row) };
      });
    },
  );
}

interface Recorded {
  readonly action: AuditAction;
  readonly row: BookedAddressRow;
  readonly mode: Mode;
}

function record(tx: Tx, request: FastifyRequest, { action, row, mode }: Recorded): Promise<void> {
  const { id, address, network, label } = row;
  const target = { kind: 'payout_address', id, label: label ?? address };
  return audit(tx, { ...auditedUser(request), action, target, data: { mode, network, address } });
}

function presentPolicy({ approvalRequired, coolOffSeconds }: Policy): PayoutPolicy {
  return { approval_required: approvalRequired, cool_off_seconds: coolOffSeconds };
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
  };
}
