import type { FastifyRequest } from 'fastify';
import { Data, IdParams, Page } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import {
  AnswerNameBody,
  BankCreditQuery,
  BankCreditView,
  BankFileQuery,
  BankFileView,
  BankNoteBody,
  BankView,
  ConfirmChoiceBody,
  RequestChoiceBody,
  RequestReleaseBody,
} from '../../../contract/staff-bank.ts';
import { audit } from '../../../db/audit/audit.ts';
import { confirmChoice, requestChoice } from '../../../db/bank/contradiction-votes.ts';
import { findBankFile, readBankFile, retryBankFile } from '../../../db/bank/files.ts';
import { bookAsCost } from '../../../db/bank/late-entries.ts';
import { answerOwnQuestion } from '../../../db/bank/name-questions.ts';
import { listBankFiles, readBankOverview } from '../../../db/bank/read.ts';
import { confirmRejection, requestRejection } from '../../../db/bank/rejections.ts';
import type { BankFileState } from '../../../db/bank/rows.ts';
import { tearUpFile } from '../../../db/bank/tear-up.ts';
import { resolveDifference } from '../../../db/bank/unstated.ts';
import { type Db, inTransaction, moneyTransaction } from '../../../db/core/sequelize.ts';
import { commissionOwed } from '../../../db/deposits/card-commission.ts';
import { listUnclaimed } from '../../../db/deposits/unclaimed.ts';
import { confirmRelease, listRestoredPayments, openReleases, requestRelease } from '../../../db/restores/releases.ts';
import { MODES } from '../../../domain/assets/assets.ts';
import { DomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import type { App } from '../../app.ts';
import { type StaffDoor, staffActOf, staffOf } from '../../auth/staff-door.ts';
import { presentBank, presentBankCredit, presentBankFile } from '../../presenters/staff-bank.ts';
import { staffRoute } from '../../route-options.ts';
import { FILE } from '../../uploads/send-file.ts';
import { partsOf } from './cases.ts';

/** Of what staff have to look at. */
const SHOWN = 100;

/** The bank: its files, what came without a reference, and differences from the books. */
export function staffBankRoutes(app: App, door: StaffDoor): void {
  readRoutes(app, door);
  contentRoute(app, door);
  retryRoute(app, door);
  tearUpRoute(app, door);
  decisionRoutes(app, door);
  releaseRoutes(app, door);
  rejectionRoutes(app, door);
  contradictionRoutes(app, door);
}

function readRoutes(app: App, { db }: StaffDoor): void {
  app.get(
    '/staff/bank',
    staffRoute('bank_view', { summary: 'Compare the bank with the books', response: { 200: Data(BankView) } }),
    async (request, reply) => reply.header('cache-control', 'no-store').send({ data: await view(db, request) }),
  );

  app.get(
    '/staff/bank/files',
    staffRoute('bank_view', {
      summary: 'List files to the bank and from it',
      querystring: BankFileQuery,
      response: { 200: Page(BankFileView) },
    }),
    async (request, reply) => {
      const { page = 1, per_page: perPage = 25, mode, state } = request.query;
      const states = partsOf(state) as BankFileState[];
      const { rows, total } = await listBankFiles(db, { mode, page, perPage, states });
      const pagination = { total, page, per_page: perPage };
      return reply.header('cache-control', 'no-store').send({ data: rows.map(presentBankFile), pagination });
    },
  );

  app.get(
    '/staff/bank/credits',
    staffRoute('bank_view', {
      summary: 'List incoming euro that nobody has claimed',
      description: 'With what is proposed about them.',
      querystring: BankCreditQuery,
      response: { 200: Page(BankCreditView) },
    }),
    async (request, reply) => {
      const { page = 1, per_page: perPage = 25, mode } = request.query;
      const { rows, total } = await listUnclaimed(db, { mode, page, perPage });
      const pagination = { total, page, per_page: perPage };
      const member = staffOf(request);
      const owed = new Map(
        await Promise.all(MODES.map(async (each) => [each, await commissionOwed(db, each)] as const)),
      );
      const data = rows.map((row) => presentBankCredit(row, { member, owedMinor: owed.get(row.entry.mode) ?? 0n }));
      return reply.header('cache-control', 'no-store').send({ data, pagination });
    },
  );
}

function contentRoute(app: App, { db, secrets }: StaffDoor): void {
  app.get(
    '/staff/bank/files/:id/content',
    staffRoute('bank_view', {
      summary: 'Download a file of the bank',
      description: 'Each download is recorded: files name people and their accounts.',
      params: IdParams,
      response: { 200: FILE, ...errorResponses(404) },
    }),
    async (request, reply) => {
      const id = parseId<string>(request.params.id);
      const file = await findBankFile(db, id);
      const bytes = await readBankFile(db, secrets.box, id);
      if (file === undefined || bytes === null) throw new DomainError('not_found');
      await inTransaction(db, (tx) =>
        audit(tx, {
          ...staffActOf(request),
          chain: 'staff',
          action: 'bank.file_opened',
          target: { kind: 'bank_file', id, label: file.name },
        }),
      );
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="bank-${id}.xml"`)
        .header('x-content-type-options', 'nosniff')
        .type('application/octet-stream')
        .send(bytes);
    },
  );
}

const decision = {
  params: IdParams,
  body: BankNoteBody,
  response: { 200: Data(BankView), ...errorResponses(404, 409) },
};

function retryRoute(app: App, { db, now }: StaffDoor): void {
  app.post(
    '/staff/bank/files/:id/retry',
    staffRoute('bank_operate', {
      summary: 'Process or send a file again',
      description:
        'A refused file of the bank is read again. A file of ours whose outcome is unknown is sent again, the same ' +
        'bytes with the same message ID: only after the bank has said that it does not have it. For ten minutes after it ' +
        'was written its delivery may still be under way: 409 `illegal_transition`.',
      ...decision,
    }),
    async (request) => {
      const id = parseId<string>(request.params.id);
      await inTransaction(db, async (tx) => {
        const file = await findBankFile(tx, id);
        if (file === undefined) throw new DomainError('not_found');
        if (!(await retryBankFile(tx, file, now()))) throw new DomainError('illegal_transition');
        await audit(tx, {
          ...staffActOf(request),
          chain: 'staff',
          action: 'bank.file_retried',
          target: { kind: 'bank_file', id, label: file.name },
          data: { note: request.body.note },
        });
      });
      return { data: await view(db, request) };
    },
  );
}

function tearUpRoute(app: App, { db, now }: StaffDoor): void {
  app.post(
    '/staff/bank/files/:id/tear-up',
    staffRoute('bank_operate', {
      summary: 'Tear up a file before it leaves',
      description:
        'Of a file of payments that is written and was not sent, such as while euro are stopped. Its payments wait for a ' +
        'later file, where everything about them is checked again. A file that may have left: 409 `illegal_transition`.',
      ...decision,
    }),
    async (request) => {
      const id = parseId<string>(request.params.id);
      const { note } = request.body;
      await moneyTransaction(db, async (tx) => {
        const file = await findBankFile(tx, id);
        if (file === undefined) throw new DomainError('not_found');
        const torn = { by: staffOf(request).fullName, note, nowMs: now() };
        if (!(await tearUpFile(tx, file, torn))) throw new DomainError('illegal_transition');
        await audit(tx, {
          ...staffActOf(request),
          chain: 'staff',
          action: 'bank.file_torn_up',
          target: { kind: 'bank_file', id, label: file.name },
          data: { note },
        });
      });
      return { data: await view(db, request) };
    },
  );
}

function decisionRoutes(app: App, { db, now }: StaffDoor): void {
  app.post(
    '/staff/bank/entries/:id/cost',
    staffRoute('bank_operate', {
      summary: 'Book an unknown debit as a cost',
      description: 'The money left the account for something that is the gateway’s own. Books it on the bank’s fees.',
      ...decision,
    }),
    async (request) => {
      const id = parseId<string>(request.params.id);
      const { note } = request.body;
      await moneyTransaction(db, async (tx) => {
        const act = staffActOf(request);
        if (!(await bookAsCost(tx, id, `${act.actor.name}: ${note}`))) throw new DomainError('not_found');
        await audit(tx, {
          ...act,
          chain: 'staff',
          action: 'bank.entry_booked',
          target: { kind: 'bank_entry', id, label: id },
          data: { note },
        });
      });
      return { data: await view(db, request) };
    },
  );

  app.post(
    '/staff/bank/payments/:id/answer',
    staffRoute('bank_operate', {
      summary: 'Answer the bank about a name',
      description:
        'Of a payment that no merchant has requested: a transfer of own money, or euro that are sent back. The account ' +
        'stays as two people confirmed it. Merchants answer about their own withdrawals.',
      ...decision,
      body: AnswerNameBody,
    }),
    async (request) => {
      const paymentId = parseId<string>(request.params.id);
      await moneyTransaction(db, (tx) => answerOwnQuestion(tx, { paymentId, ...request.body }, staffActOf(request)));
      return { data: await view(db, request) };
    },
  );

  app.post(
    '/staff/bank/differences/:id/resolve',
    staffRoute('bank_operate', {
      summary: 'Resolve a difference from the bank',
      description:
        'When none that stops is open, euro payments leave again. What missing statements would say is booked to suspense, ' +
        'and what was only notified will not come.',
      ...decision,
    }),
    async (request) => {
      const id = parseId<string>(request.params.id);
      const { note } = request.body;
      await moneyTransaction(db, async (tx) => {
        const closed = await resolveDifference(tx, { id, by: staffOf(request).fullName, note, nowMs: now() });
        if (closed === null) throw new DomainError('not_found');
        await audit(tx, {
          ...staffActOf(request),
          chain: 'staff',
          action: 'bank.difference_resolved',
          target: { kind: 'bank_difference', id, label: `${closed.mode} mode` },
          data: { note },
        });
      });
      return { data: await view(db, request) };
    },
  );
}

function releaseRoutes(app: App, { db }: StaffDoor): void {
  app.post(
    '/staff/bank/releases',
    staffRoute('bank_operate', {
      summary: 'Request that payments from before a restore go to the bank',
      description:
        'They may have left after the moment that was restored: ask the bank whether it has them, by their end-to-end ' +
        'IDs. Another person of another role confirms exactly these. Replaces an open request of the mode.',
      body: RequestReleaseBody,
      response: { 200: Data(BankView), ...errorResponses(409) },
    }),
    async (request) => {
      await moneyTransaction(db, (tx) =>
        requestRelease(tx, request.body, { ...staffActOf(request), member: staffOf(request) }),
      );
      return { data: await view(db, request) };
    },
  );

  app.post(
    '/staff/bank/releases/:id/confirm',
    staffRoute('bank_operate', {
      summary: 'Confirm that payments from before a restore go to the bank',
      description: 'As another person of another role has requested. Everything else about them is checked as always.',
      params: IdParams,
      response: { 200: Data(BankView), ...errorResponses(404, 409) },
    }),
    async (request) => {
      const id = parseId<string>(request.params.id);
      await moneyTransaction(db, (tx) => confirmRelease(tx, id, { ...staffActOf(request), member: staffOf(request) }));
      return { data: await view(db, request) };
    },
  );
}

function rejectionRoutes(app: App, { db, now }: StaffDoor): void {
  app.post(
    '/staff/bank/payments/:id/rejection',
    staffRoute('bank_operate', {
      summary: 'Request that a disputed payment ends as rejected',
      description:
        'Of a payment of the gateway’s own that the bank rejected although it may make it: ask the bank first. Nothing ' +
        'moves until another person of another role confirms. Replaces an open request. Withdrawals have operators: 404.',
      ...decision,
    }),
    async (request) => {
      const paymentId = parseId<string>(request.params.id);
      const { note } = request.body;
      const act = { ...staffActOf(request), member: staffOf(request) };
      await moneyTransaction(db, (tx) => requestRejection(tx, { paymentId, note }, act));
      return { data: await view(db, request) };
    },
  );

  app.post(
    '/staff/bank/rejections/:id/confirm',
    staffRoute('bank_operate', {
      summary: 'Confirm that the bank did not make a payment',
      description:
        'As another person of another role has requested. The money is where it was, as after a rejection. 409 if the ' +
        'bank has said something about the payment since.',
      params: IdParams,
      response: { 200: Data(BankView), ...errorResponses(404, 409) },
    }),
    async (request) => {
      const id = parseId<string>(request.params.id);
      const act = { ...staffActOf(request), member: staffOf(request), nowMs: now() };
      await moneyTransaction(db, (tx) => confirmRejection(tx, id, act));
      return { data: await view(db, request) };
    },
  );
}

function contradictionRoutes(app: App, { db }: StaffDoor): void {
  app.post(
    '/staff/bank/contradictions/:id/choice',
    staffRoute('bank_operate', {
      summary: 'Request which of two statements is right',
      description:
        'A statement was refused because it contradicts what is booked: ask the bank first. Nothing moves until another ' +
        'person of another role confirms. Replaces an open request. 409 once it is decided.',
      ...decision,
      body: RequestChoiceBody,
    }),
    async (request) => {
      const id = parseId<string>(request.params.id);
      const act = { ...staffActOf(request), member: staffOf(request) };
      await moneyTransaction(db, (tx) => requestChoice(tx, { id, ...request.body }, act));
      return { data: await view(db, request) };
    },
  );

  app.post(
    '/staff/bank/contradictions/:id/confirm',
    staffRoute('bank_operate', {
      summary: 'Confirm which of two statements is right',
      description:
        'As another person of another role has requested. If the refused one is right, it is booked in the next round ' +
        'with the bank: what only it says to suspense, and what it denies is taken back. Else what is booked stays.',
      params: IdParams,
      body: ConfirmChoiceBody,
      response: decision.response,
    }),
    async (request) => {
      const id = parseId<string>(request.params.id);
      const act = { ...staffActOf(request), member: staffOf(request) };
      await moneyTransaction(db, (tx) => confirmChoice(tx, { id, ...request.body }, act));
      return { data: await view(db, request) };
    },
  );
}

async function view(db: Db, request: FastifyRequest): Promise<BankView> {
  const restored = (await Promise.all(MODES.map((mode) => listRestoredPayments(db, mode)))).flat();
  const releases = await openReleases(db);
  return presentBank(await readBankOverview(db, MODES, SHOWN), { restored, releases }, staffOf(request));
}
