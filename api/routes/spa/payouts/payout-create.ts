import { Data } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import {
  Payout,
  PayoutForm,
  PayoutFormQuery,
  PayoutTokenBody,
  PayoutTokenSent,
  SpaCreatePayoutBody,
} from '../../../../contract/payouts.ts';
import { presentPayout } from '../../../../contract/payouts.view.ts';
import type { Db, Tx } from '../../../../db/core/sequelize.ts';
import { usableFrom } from '../../../../db/outflows/address-book.ts';
import { refuseUncovered } from '../../../../db/outflows/balance.ts';
import { checkSums } from '../../../../db/outflows/limits.ts';
import type { MailedAct } from '../../../../db/outflows/money-act.ts';
import { readPolicy } from '../../../../db/outflows/policy.ts';
import { payableMethod } from '../../../../db/payout-methods/read.ts';
import { type CheckedPayout, checkPayout, createPayout } from '../../../../db/payouts/create.ts';
import { payoutFormFacts } from '../../../../db/payouts/form.ts';
import { type PayoutSettings, payoutSettings } from '../../../../db/payouts/settings.ts';
import { gates } from '../../../../domain/assets/assets.ts';
import { fieldError } from '../../../../domain/errors.ts';
import { formatTrimmed } from '../../../../domain/money/money.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { type ProfileRequest, profileOf, userOf } from '../../../auth/guard.ts';
import { answerMoneyAct, mailMoneyCode, twoFactorStanding } from '../../../auth/money-act.ts';
import type { ServerDeps } from '../../../deps.ts';
import { RequiredIdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { presentPayoutGate, presentPreviews } from '../../../presenters/payout-form.ts';
import { toPayoutRequest } from '../../../presenters/payouts.ts';
import { presentQuote } from '../../../presenters/spa-payouts.ts';
import { profileRoute } from '../../../route-options.ts';
import { moneyOutEntry } from './money-out.ts';
import { tellingOfNewAddress } from './new-address.ts';
import { PAYOUTS } from './payouts.ts';

/** Requests a payout in the back office: the form, the mailed code, the payout. */
export function spaPayoutCreateRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  formRoute(app, deps);
  tokenRoute(app, deps, accounts);
  createRoute(app, deps, accounts);
}

function formRoute(app: App, { db, config }: ServerDeps): void {
  const settings = payoutSettings(config);
  app.get(
    '/spa/:profile/payouts/create',
    profileRoute('merchant_payout_create', {
      summary: 'Get the payout form',
      description: 'Balances, limits and fees by gate; with `gate_id` and `amount`, also a preview of that payout.',
      querystring: PayoutFormQuery,
      response: { 200: Data(PayoutForm) },
    }),
    async (request) => {
      const { merchantId, mode, profileId } = await profileOf(db, request);
      const { gate_id: gateId, amount } = request.query;
      const [facts, policy] = await Promise.all([
        payoutFormFacts(db, settings, { profileId, merchantId, mode }),
        readPolicy(db, profileId),
      ]);
      const chosen = facts.gates.find((each) => each.gateId === gateId);
      return {
        data: {
          gates: facts.gates.map((each) => presentPayoutGate(each, facts)),
          currency: facts.currency,
          policy: { approval_required: policy.approvalRequired, cool_off_seconds: policy.coolOffSeconds },
          two_fa: twoFactorStanding(userOf(request), mode),
          preview: chosen === undefined || amount === undefined ? [] : presentPreviews(amount, chosen, facts),
        },
      };
    },
  );
}

function tokenRoute(app: App, { db, config, now }: ServerDeps, accounts: Accounts): void {
  const settings = payoutSettings(config);
  app.post(
    '/spa/:profile/payouts/create-token',
    profileRoute('merchant_payout_create', {
      summary: 'Email a code for a payout',
      description:
        'The six digits are valid for exactly this payout: another gate, address, tag, amount or fee payer needs ' +
        'another code.',
      body: PayoutTokenBody,
      response: { 202: Data(PayoutTokenSent), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const requested = await readRequested(db, settings, request);
      const { checked, act, profileId } = requested;
      const of = { ...checked, gateId: checked.gate.id };
      await refuseUncovered(db, { ...of, minor: checked.heldMinor });
      await checkSums(db, { ...checked, locks: false }, [of]);
      const sent = await mailMoneyCode(accounts, request, act);
      const known = await usableFrom(db, { ...checked, profileId, network: checked.gate.network });
      const notBefore = known ?? new Date(now() + checked.coolOffSeconds * 1_000);
      return reply.code(202).send({
        data: {
          ...sent,
          ...presentQuote(checked, checked.gate.decimals),
          network_fee_at: checked.networkFee.sampledAt?.toISOString() ?? null,
          fee_payer: request.body.fee_payer,
          address: checked.address,
          destination_tag: checked.destinationTag?.toString() ?? null,
          not_before: notBefore.getTime() > now() ? notBefore.toISOString() : null,
          approval_required: checked.approvalRequired,
        },
      });
    },
  );
}

function createRoute(app: App, { db, config, now }: ServerDeps, accounts: Accounts): void {
  const settings = payoutSettings(config);
  app.post(
    '/spa/:profile/payouts',
    profileRoute('merchant_payout_create', {
      summary: 'Create a payout',
      description: 'Needs the mailed code and a 2FA code (always in production, in sandbox only if 2FA is on).',
      headers: RequiredIdempotencyHeaders,
      body: SpaCreatePayoutBody,
      response: { 201: Data(Payout), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { id } = userOf(request);
      const { profileId } = await profileOf(db, request);
      const { reference = null, description = null } = request.body;
      return answerMoneyAct(accounts, request, reply, {
        proof: 'second_factor',
        leaving: { profileId, kind: 'payout' },
        // The code is not valid for a method whose destination has changed since.
        read: (on) => readRequested(on, settings, request),
        mailed: ({ act }) => act,
        work: (tx, { payout, methodId, checked }, agreedFee) => {
          const by = { kind: 'user', id } as const;
          const method = methodId === undefined ? {} : { methodId };
          const input = { ...payout, ...method, agreedFee, reference, description, profileId, by, nowMs: now() };
          const to = { ...checked, profileId, network: checked.gate.network };
          return tellingOfNewAddress(tx, request, accounts, to, () => createPayout(tx, settings, input));
        },
        entry: (record) => moneyOutEntry({ of: PAYOUTS, action: 'payout.created', record }),
        answer: { status: 201, present: presentPayout, locksMoney: true },
      });
    },
  );
}

interface Requested {
  readonly profileId: string;
  readonly payout: ReturnType<typeof toPayoutRequest>;
  readonly methodId: string | undefined;
  readonly checked: CheckedPayout;
  readonly act: MailedAct;
}

/**
 * The payout that the body requests, checked against everything but the balance. @throws DomainError as `checkPayout`
 */
async function readRequested(
  on: Tx | Db,
  settings: PayoutSettings,
  request: ProfileRequest & { readonly body: PayoutTokenBody },
): Promise<Requested> {
  const { body } = request;
  const { profileId } = await profileOf(on, request);
  const { method_id: methodId, gate_id: gateId } = body;
  const target = methodId === undefined ? typedTarget(body) : await methodTarget(body, methodId);
  const candidate = toPayoutRequest({ ...body, ...target });
  const checked = await checkPayout(on, settings, { ...candidate, profileId });
  const { addressKey, destinationTag, address } = checked;
  const bound = [
    profileId,
    gateId,
    addressKey,
    destinationTag?.toString() ?? null,
    candidate.amountMinor.toString(),
    candidate.feePayer,
  ];
  const act = {
    binding: JSON.stringify(['payout', ...bound]),
    mode: checked.mode,
    networkFee: checked.networkFee,
    amount: `${formatTrimmed(candidate.amountMinor, checked.gate.decimals, 2)} ${gates[gateId].ticker}`,
    address: destinationTag === null ? address : `${address} (${destinationTag})`,
  };
  return { profileId, payout: candidate, methodId, checked, act };

  async function methodTarget({ address, destination_tag }: PayoutTokenBody, id: string) {
    if (address !== undefined || destination_tag !== undefined) {
      throw fieldError('address', 'The payment method has an address.');
    }
    return payableMethod(on, { id, profileId, gateId });
  }
}

function typedTarget({ address, destination_tag }: PayoutTokenBody) {
  if (address === undefined) throw fieldError('address', 'The address field is required.');
  return { address, ...(destination_tag === undefined ? {} : { destination_tag }) };
}
