import type { FastifyRequest } from 'fastify';
import { readInvoiceParts } from '../../../../db/invoices/read.ts';
import { usableFrom } from '../../../../db/payouts/address-book.ts';
import { refuseRestricted } from '../../../../db/payouts/merchant-statuses.ts';
import { type PayoutSettings, payoutSettings } from '../../../../db/payouts/settings.ts';
import { askForMoney, checkMoneyCode, type MoneyAct, shownFeeOf } from '../../../../db/payouts/tokens.ts';
import { profileIdOf } from '../../../../db/people/profiles.ts';
import { closeQuestion, type Question, wrongCode } from '../../../../db/people/verification-codes.ts';
import { createRefund } from '../../../../db/refunds/create.ts';
import { refundFormFacts } from '../../../../db/refunds/form.ts';
import {
  checkSmallest,
  quoteRefund,
  type RefundContext,
  type RefundQuote,
  type RefundTerms,
  refundContext,
} from '../../../../db/refunds/quote.ts';
import { approveRequest, readRequest } from '../../../../db/refunds/requests.ts';
import { refundTarget } from '../../../../db/refunds/target.ts';
import type { Mode } from '../../../../domain/assets.ts';
import { fieldError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import { formatAmount, formatTrimmed } from '../../../../domain/money.ts';
import type { PayoutTarget } from '../../../../domain/payouts/target.ts';
import { presentRefund } from '../../../../domain/refunds/view.ts';
import { user } from '../../../access.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { clientOf } from '../../../auth/client.ts';
import { userOf } from '../../../auth/guard.ts';
import { confirmMoney, needsTwoFactor } from '../../../auth/second-factor.ts';
import { Data } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import {
  Refund,
  RefundForm,
  RefundFormQuery,
  RefundTokenBody,
  RefundTokenSent,
  SpaCreateRefundBody,
} from '../../../contract/refunds.ts';
import { ProfileParams } from '../../../contract/spa-invoices.ts';
import type { ServerDeps } from '../../../deps.ts';
import { answerOnce, RequiredIdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { presentRefundForm, toRefundAmount } from '../../../presenters/refunds.ts';
import { presentQuote } from '../../../presenters/spa-payouts.ts';
import { codeSent } from '../../auth/sign-up.ts';
import { recordMoneyOut } from '../payouts/money-out.ts';
import { tellingOfNewAddress } from '../payouts/new-address.ts';
import { REFUNDS } from './refunds.ts';

const tags = ['Back office'];

/** Giving money of an invoice back in the back office: the form, the code by mail, the refund. */
export function spaRefundCreateRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  formRoute(app, deps);
  tokenRoute(app, deps, accounts);
  createRoute(app, deps, accounts);
}

function formRoute(app: App, { db, config, now = Date.now }: ServerDeps): void {
  const settings = payoutSettings(config);
  app.get(
    '/spa/:profile/refunds/create',
    {
      config: user('merchant_refund_create'),
      schema: {
        tags,
        summary: 'What can be refunded',
        description: 'Of one invoice, and what the wanted amount means by who pays the fees; nothing named is all.',
        params: ProfileParams,
        querystring: RefundFormQuery,
        response: { 200: Data(RefundForm), ...errorResponses(409) },
      },
    },
    async (request) => {
      const { merchant, twoFactorEnabled } = userOf(request);
      const mode = request.params.profile;
      const profileId = await profileIdOf(db, merchant.id, mode);
      const { invoice_id, gate_id: gateId, ...wanted } = request.query;
      const of = { invoiceId: parseId(invoice_id), gateId, profileId, nowMs: now() };
      const facts = await refundFormFacts(db, settings, of);
      const twoFa = { required: needsTwoFactor(mode), enabled: twoFactorEnabled };
      return { data: presentRefundForm(facts, wanted, twoFa) };
    },
  );
}

function tokenRoute(app: App, deps: ServerDeps, { secrets }: Accounts): void {
  const { db, config } = deps;
  const settings = payoutSettings(config);
  app.post(
    '/spa/:profile/refunds/create-token',
    {
      config: user('merchant_refund_create'),
      schema: {
        tags,
        summary: 'Mail the code of a refund',
        description:
          'Six digits for exactly this refund: another amount, address, tag or fee payer needs another code.',
        params: ProfileParams,
        body: RefundTokenBody,
        response: { 202: Data(RefundTokenSent), ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const wanted = await readWish(deps, settings, request);
      const { act, quote, target, context, mode } = wanted;
      const asker = { user: userOf(request), client: clientOf(request) };
      const times = await askForMoney(db, secrets, asker, act);
      return reply.code(202).send({
        data: {
          ...codeSent(asker.user.email, times),
          ...presentQuote(quote, quote.gate.decimals),
          amount: formatAmount(quote.amountMinor, quote.gate.decimals),
          network_fee_at: quote.networkFee.sampledAt?.toISOString() ?? null,
          fee_payer: quote.feePayer,
          address: target.address,
          destination_tag: target.destinationTag?.toString() ?? null,
          not_before: await notBefore(deps, wanted),
          approval_required: context.approvalRequired,
          two_fa_required: needsTwoFactor(mode) || asker.user.twoFactorEnabled,
        },
      });
    },
  );
}

/** When the address may be paid to, where it has to cool off first: one that the payer gave need not. */
async function notBefore(
  { db, now = Date.now }: ServerDeps,
  { profileId, requestId, target, context }: Wanted,
): Promise<string | null> {
  if (requestId !== null) return null;
  const known = await usableFrom(db, { ...target, profileId, network: context.gate.network });
  const atMs = known?.getTime() ?? now() + context.coolOffSeconds * 1_000;
  return atMs > now() ? new Date(atMs).toISOString() : null;
}

function createRoute(app: App, deps: ServerDeps, accounts: Accounts): void {
  const { db, config, now = Date.now } = deps;
  const settings = payoutSettings(config);
  app.post(
    '/spa/:profile/refunds',
    {
      config: user('merchant_refund_create'),
      schema: {
        tags,
        summary: 'Refund an invoice',
        description:
          'Needs the mailed code, and a 2FA code: in production always, in sandbox from those who have 2FA on.',
        params: ProfileParams,
        headers: RequiredIdempotencyHeaders,
        body: SpaCreateRefundBody,
        response: { 201: Data(Refund), ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const { id, merchant } = userOf(request);
      const mode = request.params.profile;
      const { code, reason = null, two_fa_code, recovery_code } = request.body;
      const asker = { user: userOf(request), client: clientOf(request) };
      let checked: (Wanted & { readonly question: Question }) | undefined;
      const before = async () => {
        const wanted = await readWish(deps, settings, request);
        const answer = { code, binding: wanted.act.binding };
        checked = { ...wanted, question: await checkMoneyCode(db, accounts.secrets, asker, answer) };
        await confirmMoney(accounts, request, { mode, factor: { two_fa_code, recovery_code } });
      };
      const once = { db, merchantId: merchant.id, mode, locksMoney: true, before } as const;
      return answerOnce(request, reply, once, async (tx) => {
        if (checked === undefined) throw wrongCode();
        const { terms, quote, target, profileId, invoiceId, requestId, question } = checked;
        await closeQuestion(tx, question);
        const nowMs = now();
        const used = { ...target, profileId, mode, network: quote.gate.network };
        const refund = await tellingOfNewAddress(tx, request, accounts, used, () =>
          createRefund(tx, settings, {
            ...{ ...terms, agreedFee: shownFeeOf(question), invoiceId, gateId: quote.gate.id, reason, nowMs },
            scope: { profileId },
            address: target.address,
            destinationTag: target.destinationTag?.toString() ?? null,
            addressIsPayers: requestId !== null,
            by: { kind: 'user', id },
          }),
        );
        if (requestId !== null) await approveRequest(tx, { requestId, invoiceId, refundId: refund.id, by: id, nowMs });
        await recordMoneyOut(tx, request, { of: REFUNDS, action: 'refund.created', record: refund });
        return { status: 201, data: presentRefund(refund) };
      });
    },
  );
}

interface Wanted {
  readonly profileId: string;
  readonly mode: Mode;
  readonly invoiceId: string;
  readonly requestId: string | null;
  readonly terms: RefundTerms;
  readonly context: RefundContext;
  readonly quote: RefundQuote;
  readonly target: PayoutTarget;
  readonly act: MoneyAct;
}

type WishRequest = FastifyRequest & {
  readonly params: { readonly profile: Mode };
  readonly body: RefundTokenBody;
};

/** What the body asks for, checked against everything but the balance. @throws DomainError as `createRefund` */
async function readWish(
  { db, now = Date.now }: ServerDeps,
  settings: PayoutSettings,
  request: WishRequest,
): Promise<Wanted> {
  const { body } = request;
  const mode = request.params.profile;
  const profileId = await profileIdOf(db, userOf(request).merchant.id, mode);
  const invoiceId = parseId(body.invoice_id);
  const parts = await readInvoiceParts(db, invoiceId, { profileId });
  await refuseRestricted(db, profileId);
  const context = await refundContext(db, settings, { parts, gateId: body.gate_id, nowMs: now() });
  const { decimals, ticker } = context.gate;
  const amount = toRefundAmount(body, { decimals, currency: parts.row.currency });
  const terms = { amount, feePayer: body.fee_payer };
  const quote = quoteRefund(context, terms);
  await checkSmallest(db, parts.row.merchant_id, quote);
  const requestId = body.request_id === undefined ? null : parseId(body.request_id);
  const wanted = requestId === null ? typedTarget(body) : await askedTarget(body, requestId);
  const target = await refundTarget(db, settings, { invoice: parts.row, context, ...wanted });
  const tag = target.destinationTag?.toString() ?? null;
  // A value in fiat is bound as it was typed: its coins follow the rate of the moment it is confirmed.
  const wish = [body.amount ?? null, body.value ?? null, body.excess ?? false];
  const act = {
    about: 'refund' as const,
    networkFee: quote.networkFee,
    binding: JSON.stringify([
      'refund',
      profileId,
      invoiceId,
      target.addressKey,
      tag,
      context.gate.id,
      ...wish,
      terms.feePayer,
      requestId,
    ]),
    mode,
    amount: `${formatTrimmed(quote.amountMinor, decimals, 2)} ${ticker}`,
    address: tag === null ? target.address : `${target.address} (${tag})`,
  };
  return { profileId, mode, invoiceId, requestId, terms, context, quote, target, act };

  async function askedTarget({ address, destination_tag }: RefundTokenBody, id: string) {
    if (address !== undefined || destination_tag !== undefined) {
      throw fieldError('address', 'The request of the payer has an address.');
    }
    const asked = await readRequest(db, { requestId: id, invoiceId });
    if (asked.gate_id !== context.gate.id)
      throw fieldError('gate_id', 'The request of the payer is about other coins.');
    return { address: asked.address, destinationTag: asked.destination_tag };
  }
}

function typedTarget({ address, destination_tag }: RefundTokenBody) {
  if (address === undefined) throw fieldError('address', 'The address field is required.');
  return { address, destinationTag: destination_tag ?? null };
}
