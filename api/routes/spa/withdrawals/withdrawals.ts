import type { FastifyRequest } from 'fastify';
import { TwoFaBody } from '../../../../contract/account.ts';
import { Data, Page } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import {
  NameAnswerBody,
  SpaWithdrawal,
  SpaWithdrawalListQuery,
  SpaWithdrawalRow,
  Withdrawal,
} from '../../../../contract/withdrawals.ts';
import { type AnyWithdrawal, presentWithdrawal } from '../../../../contract/withdrawals.view.ts';
import { audit } from '../../../../db/audit/audit.ts';
import type { OutgoingMoney } from '../../../../db/outflows/money-act.ts';
import { peopleOf } from '../../../../db/outflows/people.ts';
import {
  answerName,
  approveWithdrawal,
  cancelWithdrawal,
  type WithdrawalCommand,
} from '../../../../db/withdrawals/commands.ts';
import { listWithdrawals } from '../../../../db/withdrawals/list.ts';
import { readAnyWithdrawal } from '../../../../db/withdrawals/read.ts';
import { withdrawalSettings } from '../../../../db/withdrawals/settings.ts';
import { withdrawalTimeline } from '../../../../db/withdrawals/timeline.ts';
import type { AuditAction } from '../../../../domain/accounts/audit.ts';
import { roleMay } from '../../../../domain/accounts/permissions.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { type ProfileRequest, profileOf, userOf } from '../../../auth/guard.ts';
import { type ActEntry, answerMoneyAct } from '../../../auth/money-act.ts';
import type { ServerDeps } from '../../../deps.ts';
import { listAnswer } from '../../../list-answer.ts';
import { answerOnce, IdempotencyHeaders, type OnceOptions } from '../../../plugins/idempotency.ts';
import type { Viewer } from '../../../presenters/spa-payouts.ts';
import { presentSpaWithdrawal, presentWithdrawalRow, toWithdrawalQuery } from '../../../presenters/withdrawals.ts';
import { profileItemRoute, profileRoute } from '../../../route-options.ts';

/** Lists, approves and cancels withdrawals of a profile, and answers the bank. */
export function spaWithdrawalRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  readRoutes(app, deps);
  approveRoute(app, deps, accounts);
  answerRoute(app, deps, accounts);
  cancelRoute(app, deps);
}

function readRoutes(app: App, { db }: ServerDeps): void {
  const viewerOf = (request: FastifyRequest, named: Viewer['named']): Viewer => {
    const { id: userId, role } = userOf(request);
    return { userId, mayAct: roleMay(role, 'merchant_withdrawal_create'), named };
  };
  app.get(
    '/spa/:profile/withdrawals',
    profileRoute('merchant_withdrawal_viewAny', {
      summary: 'List withdrawals',
      description: 'To bank accounts and in coins; newest first unless sorted otherwise.',
      querystring: SpaWithdrawalListQuery,
      response: { 200: Page(SpaWithdrawalRow) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const query = toWithdrawalQuery(request.query, { profileId });
      const { withdrawals, total } = await listWithdrawals(db, query);
      const viewer = viewerOf(
        request,
        await peopleOf(
          db,
          withdrawals.map(({ row }) => row),
        ),
      );
      return listAnswer(
        withdrawals.map((each) => presentWithdrawalRow(each, viewer)),
        total,
        query,
      );
    },
  );

  app.get(
    '/spa/:profile/withdrawals/:id',
    profileItemRoute('merchant_withdrawal_view', {
      summary: 'Get a withdrawal with its timeline',
      response: { 200: Data(SpaWithdrawal) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const withdrawal = await readAnyWithdrawal(db, parseId(request.params.id), profileId);
      const [named, story] = await Promise.all([peopleOf(db, [withdrawal.row]), withdrawalTimeline(db, withdrawal)]);
      return { data: presentSpaWithdrawal(withdrawal, viewerOf(request, named), story) };
    },
  );
}

function approveRoute(app: App, deps: ServerDeps, accounts: Accounts): void {
  const settings = withdrawalSettings(deps.config);
  app.post(
    '/spa/:profile/withdrawals/:id/approve',
    profileItemRoute('merchant_withdrawal_create', {
      summary: 'Approve a withdrawal',
      description:
        'Approves it exactly as it is now. If the profile requires it, the approver must not be the creator. Needs a ' +
        '2FA code.',
      headers: IdempotencyHeaders,
      body: TwoFaBody,
      response: { 200: Data(Withdrawal), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { command, leaving } = await commandOf(deps, request);
      return answerMoneyAct(accounts, request, reply, {
        proof: 'second_factor',
        leaving,
        // The owner is checked first: a code is not used up for an object that is not there.
        read: (on) => readAnyWithdrawal(on, command.withdrawalId, command.profileId),
        work: (tx) => approveWithdrawal(tx, settings, command),
        entry: (done) => withdrawalEntry('withdrawal.approved', done),
        answer: { status: 200, present: presentWithdrawal, locksMoney: true },
      });
    },
  );
}

function answerRoute(app: App, deps: ServerDeps, accounts: Accounts): void {
  app.post(
    '/spa/:profile/withdrawals/:id/answer-name',
    profileItemRoute('merchant_withdrawal_create', {
      summary: 'Answer the bank about the account holder’s name',
      description:
        'While `status_reason` is `name_question`: the bank says that the account belongs to `payee_name`, or does ' +
        'not say to whom. Needs a 2FA code.',
      headers: IdempotencyHeaders,
      body: NameAnswerBody,
      response: { 200: Data(Withdrawal), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { command, leaving } = await commandOf(deps, request);
      const { outcome } = request.body;
      return answerMoneyAct(accounts, request, reply, {
        proof: 'second_factor',
        ...(outcome === 'pay' ? { leaving } : {}),
        read: async (on) => {
          const withdrawal = await readAnyWithdrawal(on, command.withdrawalId, command.profileId);
          if (withdrawal.row.statusReason !== 'name_question') throw new DomainError('illegal_transition');
          return withdrawal;
        },
        // The answer is about the name that was shown.
        seen: ({ row }) => row.version,
        work: (tx) => answerName(tx, command, outcome),
        entry: (done) => withdrawalEntry('withdrawal.name_answered', done, { outcome }),
        answer: { status: 200, present: presentWithdrawal, locksMoney: true },
      });
    },
  );
}

function cancelRoute(app: App, deps: ServerDeps): void {
  app.post(
    '/spa/:profile/withdrawals/:id/cancel',
    profileItemRoute('merchant_withdrawal_create', {
      summary: 'Cancel a withdrawal',
      description: 'Possible until it is in a file of the bank, or signed; the money is back on the balance.',
      headers: IdempotencyHeaders,
      response: { 200: Data(Withdrawal), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { command, once } = await commandOf(deps, request);
      return answerOnce(request, reply, once, async (tx) => {
        const done = await cancelWithdrawal(tx, command);
        await audit(tx, { ...auditedUser(request), ...withdrawalEntry('withdrawal.canceled', done) });
        return { status: 200, data: presentWithdrawal(done) };
      });
    },
  );
}

type CommandRequest = ProfileRequest & { readonly params: { readonly id: string } };

/** The signed-in person's command to a withdrawal of their profile, and the options to run it once. */
async function commandOf(
  { db, now }: ServerDeps,
  request: CommandRequest,
): Promise<{ readonly command: WithdrawalCommand; readonly leaving: OutgoingMoney; readonly once: OnceOptions }> {
  const { merchantId, mode, profileId } = await profileOf(db, request);
  const by = { kind: 'user', id: userOf(request).id } as const;
  return {
    command: { withdrawalId: parseId(request.params.id), profileId, by, nowMs: now() },
    leaving: { profileId, kind: 'withdrawal' },
    once: { db, merchantId, mode, locksMoney: true },
  };
}

/** The entry of the audit log for a person's action on a withdrawal. */
export function withdrawalEntry(action: AuditAction, withdrawal: AnyWithdrawal, more: object = {}): ActEntry {
  const { id, net_amount, gate_id, mode, method, recipient } = presentWithdrawal(withdrawal);
  const target = { kind: 'withdrawal', id, label: `${net_amount} ${gate_id}` };
  return { action, target, data: { mode, method: method.title, ...recipient, ...more } };
}
