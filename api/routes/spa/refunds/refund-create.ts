import { Data } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import {
  Refund,
  RefundForm,
  RefundFormQuery,
  RefundTokenBody,
  RefundTokenSent,
  SpaCreateRefundBody,
} from '../../../../contract/refunds.ts';
import { presentRefund } from '../../../../contract/refunds.view.ts';
import type { Db, Tx } from '../../../../db/core/sequelize.ts';
import { lockInvoice, readInvoiceParts } from '../../../../db/invoices/read.ts';
import { usableFrom } from '../../../../db/outflows/address-book.ts';
import { refuseUncovered } from '../../../../db/outflows/balance.ts';
import { type MailedAct, type OutgoingMoney, refuseOutgoing } from '../../../../db/outflows/money-act.ts';
import { type PayoutSettings, payoutSettings } from '../../../../db/payouts/settings.ts';
import { convertedPart } from '../../../../db/refunds/converted.ts';
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
import { refundSources } from '../../../../db/refunds/source.ts';
import { refundTarget } from '../../../../db/refunds/target.ts';
import type { Mode } from '../../../../domain/assets/assets.ts';
import { fieldError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import { formatAmount, formatTrimmed } from '../../../../domain/money/money.ts';
import type { PayoutTarget } from '../../../../domain/payouts/target.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { type ProfileRequest, profileOf, userOf } from '../../../auth/guard.ts';
import { answerMoneyAct, mailMoneyCode, twoFactorStanding } from '../../../auth/money-act.ts';
import type { ServerDeps } from '../../../deps.ts';
import { RequiredIdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { presentRefundForm, toRefundAmount } from '../../../presenters/refunds.ts';
import { presentQuote } from '../../../presenters/spa-payouts.ts';
import { shopRoute } from '../../../route-options.ts';
import { moneyOutEntry } from '../payouts/money-out.ts';
import { tellingOfNewAddress } from '../payouts/new-address.ts';
import { REFUNDS } from './refunds.ts';

/** Refunds an invoice in the back office: the form, the mailed code, the refund. */
export function spaRefundCreateRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  formRoute(app, deps);
  tokenRoute(app, deps, accounts);
  createRoute(app, deps, accounts);
}

function formRoute(app: App, { db, config, now }: ServerDeps): void {
  const settings = payoutSettings(config);
  app.get(
    '/spa/:profile/refunds/create',
    shopRoute('merchant_refund_create', {
      summary: 'Get the refund form',
      description:
        'What can be refunded of one invoice, and a preview for each fee payer. Without an amount, the preview ' +
        'refunds everything.',
      querystring: RefundFormQuery,
      response: { 200: Data(RefundForm), ...errorResponses(409) },
    }),
    async (request) => {
      const { mode, profileId } = await profileOf(db, request);
      const { invoice_id, gate_id: gateId, ...wanted } = request.query;
      const of = { invoiceId: parseId(invoice_id), gateId, profileId, nowMs: now() };
      const facts = await refundFormFacts(db, settings, of);
      return { data: presentRefundForm(facts, wanted, twoFactorStanding(userOf(request), mode)) };
    },
  );
}

function tokenRoute(app: App, deps: ServerDeps, accounts: Accounts): void {
  const { db, config, now } = deps;
  const settings = payoutSettings(config);
  app.post(
    '/spa/:profile/refunds/create-token',
    shopRoute('merchant_refund_create', {
      summary: 'Email a code for a refund',
      description:
        'The six digits are valid for exactly this refund: another amount, address, tag or fee payer needs another ' +
        'code.',
      body: RefundTokenBody,
      response: { 202: Data(RefundTokenSent), ...errorResponses(409) },
    }),
    async (request, reply) => {
      await refuseOutgoing(db, await leavingOf(db, request));
      const requested = await readRequested(db, { settings, request, nowMs: now() });
      const { act, quote, target, context } = requested;
      await refuseUncoveredRefund(db, userOf(request).merchant.id, requested);
      const sent = await mailMoneyCode(accounts, request, act);
      return reply.code(202).send({
        data: {
          ...sent,
          ...presentQuote(quote, quote.gate.decimals),
          amount: formatAmount(quote.amountMinor, quote.gate.decimals),
          network_fee_at: quote.networkFee.sampledAt?.toISOString() ?? null,
          fee_payer: quote.feePayer,
          address: target.address,
          destination_tag: target.destinationTag?.toString() ?? null,
          not_before: await notBefore(deps, requested),
          approval_required: context.approvalRequired,
        },
      });
    },
  );
}

/**
 * Coins in the account of its invoice leave first; the part of the rest that was not converted must be on the balance.
 */
async function refuseUncoveredRefund(db: Db, merchantId: string, { invoiceId, mode, quote }: Requested): Promise<void> {
  const of = { merchantId, mode, gateId: quote.gate.id };
  const [, { minor }] = await refundSources(db, { ...of, ...quote, invoiceId });
  const { row } = await readInvoiceParts(db, invoiceId);
  const boughtMinor = await convertedPart(db, row, { gateId: of.gateId, minor });
  await refuseUncovered(db, { ...of, minor: minor - boughtMinor });
}

/** When the address can be paid, if it has to cool off first: one that the payer gave need not. */
async function notBefore(
  { db, now }: ServerDeps,
  { profileId, requestId, target, context }: Requested,
): Promise<string | null> {
  if (requestId !== null) return null;
  const known = await usableFrom(db, { ...target, profileId, network: context.gate.network });
  const atMs = known?.getTime() ?? now() + context.coolOffSeconds * 1_000;
  return atMs > now() ? new Date(atMs).toISOString() : null;
}

function createRoute(app: App, deps: ServerDeps, accounts: Accounts): void {
  const { db, config, now } = deps;
  const settings = payoutSettings(config);
  app.post(
    '/spa/:profile/refunds',
    shopRoute('merchant_refund_create', {
      summary: 'Refund an invoice',
      description: 'Needs the mailed code and a 2FA code (always in production, in sandbox only if 2FA is on).',
      headers: RequiredIdempotencyHeaders,
      body: SpaCreateRefundBody,
      response: { 201: Data(Refund), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { id } = userOf(request);
      const { reason = null, invoice_id } = request.body;
      const read = (on: Db | Tx) => readRequested(on, { settings, request, nowMs: now() });
      return answerMoneyAct(accounts, request, reply, {
        proof: 'second_factor',
        leaving: await leavingOf(db, request),
        read,
        async reread(tx) {
          await lockInvoice(tx, parseId(invoice_id));
          return read(tx);
        },
        mailed: ({ act }) => act,
        async work(tx, requested, agreedFee) {
          const { terms, quote, target, profileId, mode, invoiceId, requestId } = requested;
          const nowMs = now();
          const used = { ...target, profileId, mode, network: quote.gate.network };
          const refund = await tellingOfNewAddress(tx, request, accounts, used, () =>
            createRefund(tx, settings, {
              ...terms,
              agreedFee,
              invoiceId,
              gateId: quote.gate.id,
              reason,
              nowMs,
              scope: { profileId },
              address: target.address,
              destinationTag: target.destinationTag?.toString() ?? null,
              addressIsPayers: requestId !== null,
              by: { kind: 'user', id },
            }),
          );
          if (requestId !== null)
            await approveRequest(tx, { requestId, invoiceId, refundId: refund.id, by: id, nowMs });
          return refund;
        },
        entry: (record) => moneyOutEntry({ of: REFUNDS, action: 'refund.created', record }),
        answer: { status: 201, present: presentRefund, locksMoney: true },
      });
    },
  );
}

interface Requested {
  readonly profileId: string;
  readonly mode: Mode;
  readonly invoiceId: string;
  readonly requestId: string | null;
  readonly terms: RefundTerms;
  readonly context: RefundContext;
  readonly quote: RefundQuote;
  readonly target: PayoutTarget;
  readonly act: MailedAct;
}

interface RequestContext {
  readonly settings: PayoutSettings;
  readonly request: TokenRequest;
  readonly nowMs: number;
}

type TokenRequest = ProfileRequest & { readonly body: RefundTokenBody };

async function leavingOf(db: Db, request: TokenRequest): Promise<OutgoingMoney> {
  const { profileId } = await profileOf(db, request);
  return { profileId, kind: 'refund' };
}

/**
 * The refund that the body requests, checked against everything but the balance. @throws DomainError as `createRefund`
 */
async function readRequested(on: Db | Tx, { settings, request, nowMs }: RequestContext): Promise<Requested> {
  const { body } = request;
  const { mode, profileId } = await profileOf(on, request);
  const invoiceId = parseId(body.invoice_id);
  const parts = await readInvoiceParts(on, invoiceId, { profileId });
  const context = await refundContext(on, settings, { parts, gateId: body.gate_id, nowMs });
  const { decimals, ticker } = context.gate;
  const amount = toRefundAmount(body, { decimals, currency: parts.row.currency });
  const terms = { amount, feePayer: body.fee_payer };
  const quote = quoteRefund(context, terms);
  await checkSmallest(on, parts.row.merchantId, quote);
  const requestId = body.request_id === undefined ? null : parseId(body.request_id);
  const requested = requestId === null ? typedTarget(body) : await requestedTarget(body, requestId);
  const target = await refundTarget(on, settings, { invoice: parts.row, context, ...requested });
  const tag = target.destinationTag?.toString() ?? null;
  // A value in fiat is bound as it was typed: its coins follow the rate of the moment it is confirmed. Any other
  // amount, all of it included, is bound in coins: money that was received after the mail is not what the mail said.
  // said, all of it included, is bound in coins: money that came after the mail is not what the mail said.
  const coins = body.value === undefined ? quote.amountMinor.toString() : null;
  const boundAmounts = [body.amount ?? null, body.value ?? null, body.excess ?? false, coins];
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
      ...boundAmounts,
      terms.feePayer,
      requestId,
    ]),
    mode,
    amount: `${formatTrimmed(quote.amountMinor, decimals, 2)} ${ticker}`,
    address: tag === null ? target.address : `${target.address} (${tag})`,
  };
  return { profileId, mode, invoiceId, requestId, terms, context, quote, target, act };

  async function requestedTarget({ address, destination_tag }: RefundTokenBody, id: string) {
    if (address !== undefined || destination_tag !== undefined) {
      throw fieldError('address', 'The request of the payer has an address.');
    }
    const payerRequest = await readRequest(on, { requestId: id, invoiceId });
    if (payerRequest.gateId !== context.gate.id)
      throw fieldError('gate_id', 'The request of the payer is about other coins.');
    return { address: payerRequest.address, destinationTag: payerRequest.destinationTag?.toString() ?? null };
  }
}

function typedTarget({ address, destination_tag }: RefundTokenBody) {
  if (address === undefined) throw fieldError('address', 'The address field is required.');
  return { address, destinationTag: destination_tag ?? null };
}
