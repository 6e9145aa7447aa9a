import { Data, Page } from '../../../../contract/basics.ts';
import { Claim, ClaimListQuery, ClaimVerdict, ClaimVerdictBody, CreateClaimBody } from '../../../../contract/claims.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { takeTry } from '../../../../db/accounts/lockouts.ts';
import { audit } from '../../../../db/audit/audit.ts';
import { createClaim, recordUnsupported } from '../../../../db/claims/create.ts';
import { findVerdict } from '../../../../db/claims/find.ts';
import { listClaims } from '../../../../db/claims/list.ts';
import { amountOf } from '../../../../db/claims/publish.ts';
import { readClaim, withDetails } from '../../../../db/claims/read.ts';
import type { ClaimRow } from '../../../../db/claims/rows.ts';
import { type Db, inTransaction, type Tx } from '../../../../db/core/sequelize.ts';
import { payoutSettings } from '../../../../db/payouts/settings.ts';
import { fieldError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import { isClaimStatus } from '../../../../domain/state/claim-status.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { profileOf, userOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { listAnswer } from '../../../list-answer.ts';
import { answerOnce, IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { presentClaim, presentVerdict } from '../../../presenters/claims.ts';
import { shopItemRoute, shopRoute } from '../../../route-options.ts';

/** Guessing transactions is slow work for each merchant, and finds nothing that is not theirs. */
const TRIES = { scope: 'claim:verdict:profile', tries: 120, minutes: 15 } as const;

/** A merchant finds payments that went astray, and claims them for their senders. */
export function spaClaimRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  readRoutes(app, deps);
  claimRoutes(app, deps, accounts);
}

function readRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/spa/:profile/claims',
    shopRoute('merchant_refund_viewAny', {
      summary: 'List claims to stray payments',
      querystring: ClaimListQuery,
      response: { 200: Page(Claim) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const { page = 1, per_page: perPage = 25, status, search } = request.query;
      const { claims, total } = await listClaims(db, {
        of: { profileId },
        page,
        perPage,
        search,
        status: status?.split(',').filter(isClaimStatus),
      });
      return listAnswer((await withDetails(db, claims)).map(presentClaim), total, { page, perPage });
    },
  );

  app.get(
    '/spa/:profile/claims/:id',
    shopItemRoute('merchant_refund_view', { summary: 'Get a claim', response: { 200: Data(Claim) } }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      return { data: await present(db, await readClaim(db, parseId(request.params.id), profileId)) };
    },
  );
}

function claimRoutes(app: App, { db, config, now }: ServerDeps, { secrets }: Accounts): void {
  const settings = payoutSettings(config);
  app.post(
    '/spa/:profile/claims/verdict',
    shopRoute('merchant_refund_create', {
      summary: 'Say what a transaction is',
      description: 'From what the followers have read of the chains. Other people’s payments are `not_ours`.',
      body: ClaimVerdictBody,
      response: { 200: Data(ClaimVerdict), ...errorResponses(429) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      await takeTry(db, secrets, { ...TRIES, key: profileId });
      const scope = { by: 'merchant', profileId } as const;
      const found = await findVerdict(db, settings, { scope, text: request.body.transaction });
      if (found === undefined) throw fieldError('transaction', 'This contains no ID of a transaction.');
      await inTransaction(db, (tx) => recordUnsupported(tx, found, now()));
      return { data: presentVerdict(found) };
    },
  );

  app.post(
    '/spa/:profile/claims',
    shopRoute('merchant_refund_create', {
      summary: 'Claim a stray payment for its sender',
      description:
        'Staff decide. The payment is sent to the address, less the fee of balance recovery and the network’s.',
      headers: IdempotencyHeaders,
      body: CreateClaimBody,
      response: { 201: Data(Claim), ...errorResponses(409, 429) },
    }),
    async (request, reply) => {
      const { merchantId, profileId, mode } = await profileOf(db, request);
      const { transaction: text, payment_id, address, destination_tag: destinationTag = null } = request.body;
      const before = () => takeTry(db, secrets, { ...TRIES, key: profileId });
      const { id: claimedBy, email, language } = userOf(request);
      return answerOnce(request, reply, { db, merchantId, mode, before }, async (tx) => {
        const row = await createClaim(tx, settings, {
          scope: { by: 'merchant', profileId },
          text,
          paymentId: parseId(payment_id),
          address,
          destinationTag,
          email,
          language,
          claimedBy,
          nowMs: now(),
        });
        const target = { kind: 'claim', id: row.id, label: `${amountOf(row)}` };
        await audit(tx, { ...auditedUser(request), action: 'claim.created', target, data: { mode, txid: row.txid } });
        return { status: 201, data: await present(tx, row) };
      });
    },
  );
}

async function present(on: Tx | Db, row: ClaimRow): Promise<Claim> {
  const [details] = await withDetails(on, [row]);
  return presentClaim(details ?? { row, paidTxid: null });
}
