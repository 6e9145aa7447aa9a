import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import { Data } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import {
  CreateWithdrawalBody,
  SpaWithdrawalListQuery,
  Withdrawal,
  WithdrawalForm,
  WithdrawalFormQuery,
  WithdrawalTokenBody,
  WithdrawalTokenSent,
} from '../../../../contract/withdrawals.ts';
import { presentWithdrawal } from '../../../../contract/withdrawals.view.ts';
import { audit } from '../../../../db/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../../../../db/core/sequelize.ts';
import { refuseUncovered } from '../../../../db/outflows/balance.ts';
import { checkSums } from '../../../../db/outflows/limits.ts';
import type { MailedAct } from '../../../../db/outflows/money-act.ts';
import { readPolicy } from '../../../../db/outflows/policy.ts';
import { readMethodRow } from '../../../../db/payout-methods/read.ts';
import {
  type CheckedWithdrawal,
  checkWithdrawal,
  createWithdrawal,
  requireProduction,
} from '../../../../db/withdrawals/create.ts';
import { withdrawalFormFacts } from '../../../../db/withdrawals/form.ts';
import { type WithdrawalSettings, withdrawalSettings } from '../../../../db/withdrawals/settings.ts';
import { gateDecimals } from '../../../../domain/assets/assets.ts';
import { DomainError, fieldError } from '../../../../domain/errors.ts';
import { formatTrimmed, parseAmount } from '../../../../domain/money/money.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { type ProfileRequest, profileOf, userOf } from '../../../auth/guard.ts';
import { answerMoneyAct, mailMoneyCode, twoFactorStanding } from '../../../auth/money-act.ts';
import type { ServerDeps } from '../../../deps.ts';
import { sendDownload } from '../../../downloads.ts';
import { RequiredIdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { placeOf } from '../../../presenters/payment-methods.ts';
import { presentQuote } from '../../../presenters/spa-payouts.ts';
import {
  presentWithdrawalGate,
  presentWithdrawalPreviews,
  toWithdrawalQuery,
} from '../../../presenters/withdrawals.ts';
import { withdrawalText } from '../../../reports/lines.ts';
import { profileRoute } from '../../../route-options.ts';
import { withdrawalEntry } from './withdrawals.ts';

/** Requests a withdrawal in the back office: the form, the mailed code, the withdrawal; and exports all of them. */
export function spaWithdrawalCreateRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  formRoute(app, deps);
  tokenRoute(app, deps, accounts);
  createRoute(app, deps, accounts);
  exportRoute(app, deps);
}

function formRoute(app: App, { db, config }: ServerDeps): void {
  const settings = withdrawalSettings(config);
  app.get(
    '/spa/:profile/withdrawals/create',
    profileRoute('merchant_withdrawal_create', {
      summary: 'Get the withdrawal form',
      description:
        'Balances, limits and fees by gate; with `gate_id` and `amount`, also a preview of that withdrawal. In ' +
        'production only.',
      querystring: WithdrawalFormQuery,
      response: { 200: Data(WithdrawalForm) },
    }),
    async (request) => {
      const { merchantId, mode, profileId } = await profileOf(db, request);
      requireProduction(mode);
      const { gate_id: gateId, amount } = request.query;
      const [facts, { approvalRequired, coolOffSeconds }] = await Promise.all([
        withdrawalFormFacts(db, settings, { profileId, merchantId, mode }),
        readPolicy(db, profileId),
      ]);
      const chosen = facts.find((each) => each.gateId === gateId);
      return {
        data: {
          gates: facts.map(presentWithdrawalGate),
          policy: { approval_required: approvalRequired, cool_off_seconds: coolOffSeconds },
          two_fa: twoFactorStanding(userOf(request), mode),
          preview:
            chosen === undefined || amount === undefined
              ? []
              : presentWithdrawalPreviews(parseAmount(amount, gateDecimals(chosen.gateId)), chosen),
        },
      };
    },
  );
}

function tokenRoute(app: App, { db, config, now }: ServerDeps, accounts: Accounts): void {
  const settings = withdrawalSettings(config);
  app.post(
    '/spa/:profile/withdrawals/create-token',
    profileRoute('merchant_withdrawal_create', {
      summary: 'Email a code for a withdrawal',
      description:
        'The six digits are valid for exactly this withdrawal: another method, recipient, amount or fee payer needs ' +
        'another code.',
      body: WithdrawalTokenBody,
      response: { 202: Data(WithdrawalTokenSent), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { checked, act, withdrawal } = await readRequested(db, settings, request);
      const { gateId, quote, approvalRequired, coolOffSeconds } = checked;
      await refuseUncovered(db, { ...checked, minor: quote.heldMinor });
      await checkSums(db, { ...checked, locks: false }, [{ ...checked, netMinor: quote.netMinor }]);
      const sent = await mailMoneyCode(accounts, request, act);
      const usable = checked.usableFrom ?? new Date(now() + coolOffSeconds * 1_000);
      return reply.code(202).send({
        data: {
          ...sent,
          ...presentQuote(quote, gateDecimals(gateId)),
          gate_id: gateId,
          fee_payer: withdrawal.feePayer,
          not_before: usable.getTime() > now() ? usable.toISOString() : null,
          approval_required: approvalRequired,
        },
      });
    },
  );
}

function createRoute(app: App, { db, config, now }: ServerDeps, accounts: Accounts): void {
  const settings = withdrawalSettings(config);
  app.post(
    '/spa/:profile/withdrawals',
    profileRoute('merchant_withdrawal_create', {
      summary: 'Create a withdrawal',
      description: 'In production only. Needs the mailed code and a 2FA code.',
      headers: RequiredIdempotencyHeaders,
      body: CreateWithdrawalBody,
      response: { 201: Data(Withdrawal), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { id } = userOf(request);
      const { mode, profileId } = await profileOf(db, request);
      requireProduction(mode);
      return answerMoneyAct(accounts, request, reply, {
        proof: 'second_factor',
        leaving: { profileId, kind: 'withdrawal' },
        // The code is not valid for a method whose recipient has changed since.
        read: (on) => readRequested(on, settings, request),
        mailed: ({ act }) => act,
        work: (tx, { withdrawal }, agreedFee) =>
          createWithdrawal(tx, settings, { ...withdrawal, agreedFee, by: { kind: 'user', id }, nowMs: now() }),
        entry: (done) => withdrawalEntry('withdrawal.created', done),
        answer: { status: 201, present: presentWithdrawal, locksMoney: true },
      });
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
    '/spa/:profile/withdrawals/export',
    profileRoute('merchant_withdrawal_export', {
      summary: 'Export withdrawals',
      description: 'Streamed CSV in UTF-8 of all withdrawals that the filters match, oldest first; times are UTC.',
      querystring: SpaWithdrawalListQuery,
      response: { 200: Csv },
    }),
    async (request, reply) => {
      const { profileId, mode } = await profileOf(db, request);
      const query = toWithdrawalQuery(request.query, { profileId });
      const target = { kind: 'report', id: profileId, label: 'withdrawals' };
      await inTransaction(db, (tx) => audit(tx, { ...auditedUser(request), action: 'history.exported', target }));
      return sendDownload(deps, request, reply, {
        pieces: withdrawalText(db, query, { timeZone: 'UTC', until: new Date(deps.now()) }),
        type: 'text/csv; charset=utf-8',
        fileName: `withdrawals-${mode}.csv`,
      });
    },
  );
}

interface Requested {
  readonly withdrawal: Parameters<typeof checkWithdrawal>[2];
  readonly checked: CheckedWithdrawal;
  readonly act: MailedAct;
}

/**
 * The withdrawal that the body requests, checked against everything but the balance. @throws DomainError as
 * `checkWithdrawal`
 */
async function readRequested(
  on: Tx | Db,
  settings: WithdrawalSettings,
  request: ProfileRequest & { readonly body: WithdrawalTokenBody },
): Promise<Requested> {
  const { method_id: methodId, amount, fee_payer: feePayer = 'merchant' } = request.body;
  const { mode, profileId } = await profileOf(on, request);
  requireProduction(mode);
  const { gateId } = await readMethodRow(on, { id: methodId, profileId }).catch((error: unknown) => {
    throw error instanceof DomainError ? fieldError('method_id', 'There is no such withdrawal method.') : error;
  });
  const requested = { profileId, methodId, amountMinor: parseAmount(amount, gateDecimals(gateId)), feePayer };
  const checked = await checkWithdrawal(on, settings, requested);
  const { method, payout } = checked;
  const { version, iban, bic, accountName, town, addressKey, destinationTag } = method;
  const recipient = [iban, bic, accountName, town, addressKey, destinationTag?.toString() ?? null];
  const act = {
    binding: JSON.stringify([
      'withdrawal',
      profileId,
      methodId,
      version,
      ...recipient,
      String(requested.amountMinor),
      feePayer,
    ]),
    mode,
    about: 'withdrawal' as const,
    amount: `${formatTrimmed(requested.amountMinor, gateDecimals(gateId), 2)} ${payout?.gate.ticker ?? 'EUR'}`,
    address: `${method.title}: ${placeOf(method)}`,
    networkFee: payout?.networkFee,
  };
  return { withdrawal: requested, checked, act };
}
