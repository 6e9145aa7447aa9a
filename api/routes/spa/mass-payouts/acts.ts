import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { TwoFaBody } from '../../../../contract/account.ts';
import { Data } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { MassTokenSent, RunMassPayoutBody, SpaMassPayout, UploadQuery } from '../../../../contract/mass-payouts.ts';
import type { MassPayoutRecord } from '../../../../contract/mass-payouts.view.ts';
import { originOf } from '../../../../db/accounts/origins.ts';
import { inTransaction, type Tx } from '../../../../db/core/sequelize.ts';
import { approveMassPayout, cancelMassPayout, deleteMassPayout } from '../../../../db/mass-payouts/commands.ts';
import { createMassPayout, replaceMassFile } from '../../../../db/mass-payouts/create.ts';
import { lockMassPayout, readMassPayout } from '../../../../db/mass-payouts/read.ts';
import { massTerms } from '../../../../db/mass-payouts/rules.ts';
import { checkRun, type MassCommand, type MassRun, runMassPayout } from '../../../../db/mass-payouts/run.ts';
import { massSettings } from '../../../../db/mass-payouts/settings.ts';
import { type MailedAct, type OutgoingMoney, refuseOutgoing } from '../../../../db/outflows/money-act.ts';
import { warnTeam } from '../../../../db/outflows/team-mails.ts';
import { gate, gates } from '../../../../domain/assets/assets.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { formatTrimmed } from '../../../../domain/money/money.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { clientOf } from '../../../auth/client.ts';
import { modeOf, profileOf, userOf } from '../../../auth/guard.ts';
import { answerMoneyAct, mailMoneyCode } from '../../../auth/money-act.ts';
import type { ServerDeps } from '../../../deps.ts';
import { readMassFile } from '../../../mass-payouts/read-file.ts';
import { answerOnce, IdempotencyHeaders, RequiredIdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { presentSpaMass } from '../../../presenters/mass-payouts.ts';
import { profileItemRoute, profileRoute } from '../../../route-options.ts';
import { readUpload } from '../../../uploads/read-upload.ts';
import { type MassRequest, massEntry, massOf, recordMass, viewerOf } from './mass-payouts.ts';

const CSV = { field: 'file', words: 'The file must be CSV text.' };
const CsvBody = { content: { 'text/csv': { schema: Type.Unsafe<unknown>({}) } } };

/** Actions on mass payouts: upload, replace the file, run with code and 2FA, approve, cancel, delete. */
export async function spaMassPayoutActRoutes(app: App, deps: ServerDeps, accounts: Accounts): Promise<void> {
  // Files are read as streams on these routes only.
  await app.register(async (scope) => uploadRoutes(scope as unknown as App, deps));
  tokenRoute(app, deps, accounts);
  runRoute(app, deps, accounts);
  approveRoute(app, deps, accounts);
  cancelRoute(app, deps);
  deleteRoute(app, deps);
}

function uploadRoutes(app: App, { db, config, now }: ServerDeps): void {
  const settings = massSettings(config);
  // No other type: a form of another site could send text/plain.
  app.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload));

  app.post(
    '/spa/:profile/mass-payouts',
    profileRoute('merchant_massPayout_create', {
      summary: 'Upload a mass payout',
      description: 'The CSV is the request body. Every line is checked; no money moves before the run.',
      headers: IdempotencyHeaders,
      querystring: UploadQuery,
      body: CsvBody,
      response: { 201: Data(SpaMassPayout), ...errorResponses(409, 413) },
    }),
    async (request, reply) => {
      const { id } = userOf(request);
      const { merchantId, mode, profileId } = await profileOf(db, request);
      const { file_name: fileName = null, fee_payer: feePayer } = request.query;
      const terms = await massTerms(db, settings, profileId);
      const { file, sha256 } = await readUpload(request, reply, CSV, (body) =>
        readMassFile(body, terms.rules(feePayer)),
      );
      const once = { db, merchantId, mode, content: { ...request.query, sha256 } } as const;
      return answerOnce(request, reply, once, async (tx) => {
        const by = { kind: 'user', id } as const;
        const input = { profileId, source: 'file', fileName, feePayer, file, by, nowMs: now() } as const;
        const mass = await createMassPayout(tx, terms, input);
        await recordMass(tx, request, { action: 'mass_payout.uploaded', mass });
        return { status: 201, data: presentSpaMass(mass, viewerOf(request)) };
      });
    },
  );

  app.put(
    '/spa/:profile/mass-payouts/:id/file',
    profileItemRoute('merchant_massPayout_create', {
      summary: 'Replace the file of a mass payout',
      description: 'Possible until the mass payout is run.',
      querystring: Type.Partial(UploadQuery),
      body: CsvBody,
      response: { 200: Data(SpaMassPayout), ...errorResponses(409, 413) },
    }),
    async (request, reply) => {
      const before = await massOf(db, request);
      if (before.status !== 'validated' && before.status !== 'not_valid') throw new DomainError('illegal_transition');
      const { file_name: fileName = null, fee_payer: feePayer = before.feePayer } = request.query;
      const { profileId, id: massPayoutId } = before;
      const terms = await massTerms(db, settings, profileId);
      const { file } = await readUpload(request, reply, CSV, (body) => readMassFile(body, terms.rules(feePayer)));
      const mass = await inTransaction(db, async (tx) => {
        const replace = { massPayoutId, scope: { profileId }, fileName, feePayer, file, nowMs: now() };
        const replaced = await replaceMassFile(tx, replace);
        await recordMass(tx, request, { action: 'mass_payout.replaced', mass: replaced });
        return replaced;
      });
      return { data: presentSpaMass(mass, viewerOf(request)) };
    },
  );
}

function tokenRoute(app: App, { db, config }: ServerDeps, accounts: Accounts): void {
  const settings = massSettings(config);
  app.post(
    '/spa/:profile/mass-payouts/:id/create-token',
    profileItemRoute('merchant_massPayout_create', {
      summary: 'Email a code for a mass payout',
      description: 'The six digits are valid for exactly the current lines: another file needs another code.',
      response: { 202: Data(MassTokenSent), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const mass = await massOf(db, request);
      await refuseOutgoing(db, leavingOf(mass));
      requireRunnable(mass);
      await checkRun(db, settings, mass);
      return reply.code(202).send({ data: await mailMoneyCode(accounts, request, actOf(mass)) });
    },
  );
}

function leavingOf({ profileId }: Pick<MassPayoutRecord, 'profileId'>): OutgoingMoney {
  return { profileId, kind: 'payout' };
}

function requireRunnable({ status }: MassPayoutRecord): void {
  if (status !== 'validated') throw new DomainError('illegal_transition');
}

/** The version changes with the file. */
function actOf({ id, version, mode, fileName, totals, lines }: MassPayoutRecord): MailedAct {
  const sums = totals.map(
    ({ gateId, validMinor }) => `${formatTrimmed(validMinor, gate(gateId).decimals, 2)} ${gates[gateId].ticker}`,
  );
  return {
    binding: JSON.stringify(['mass_payout', id, version]),
    mode,
    amount: sums.join(' + '),
    // Read in seven languages: a name and a number need none.
    address: `${fileName ?? 'CSV'} (${lines})`,
  };
}

function runRoute(app: App, deps: ServerDeps, accounts: Accounts): void {
  const settings = massSettings(deps.config);
  app.post(
    '/spa/:profile/mass-payouts/:id/run',
    profileItemRoute('merchant_massPayout_create', {
      summary: 'Run a mass payout',
      description:
        'Needs the mailed code and a 2FA code (always in production, in sandbox only if 2FA is on). Holds the whole ' +
        'total, or runs nothing.',
      headers: RequiredIdempotencyHeaders,
      body: RunMassPayoutBody,
      response: { 200: Data(SpaMassPayout), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const command = await commandOf(deps, request);
      return answerMoneyAct(accounts, request, reply, {
        ...massActOf(request, command),
        async read(on) {
          const mass = await readMassPayout(on, command.massPayoutId, command.scope);
          requireRunnable(mass);
          return mass;
        },
        // A file that was replaced in between is not what the code is for.
        reread: (tx) => lockMassPayout(tx, command.massPayoutId, command.scope),
        mailed: actOf,
        async work(tx) {
          const ran = await runMassPayout(tx, settings, command);
          if (ran.newAddresses > 0) await warnOfAddresses(tx, accounts, request, ran);
          return ran;
        },
        entry: (mass) => massEntry({ action: 'mass_payout.run', mass }),
      });
    },
  );
}

/** One mail for all of them. */
function warnOfAddresses(
  tx: Tx,
  { secrets }: Accounts,
  request: FastifyRequest,
  { id, mode, fileName, newAddresses }: MassRun,
): Promise<void> {
  const { fullName: by, merchant } = userOf(request);
  const values = { mode, file: fileName ?? id, count: String(newAddresses), by, ...originOf(clientOf(request)) };
  return warnTeam(tx, secrets, merchant.id, { kind: 'payout_addresses_added', values });
}

function approveRoute(app: App, deps: ServerDeps, accounts: Accounts): void {
  const settings = massSettings(deps.config);
  app.post(
    '/spa/:profile/mass-payouts/:id/approve',
    profileItemRoute('merchant_massPayout_create', {
      summary: 'Approve a mass payout',
      description:
        'Approves every line as it is now. The approver must not be the person who ran it. Needs a 2FA code (always ' +
        'in production, in sandbox only if 2FA is on).',
      headers: IdempotencyHeaders,
      body: TwoFaBody,
      response: { 200: Data(SpaMassPayout), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const command = await commandOf(deps, request);
      return answerMoneyAct(accounts, request, reply, {
        ...massActOf(request, command),
        read: (on) => readMassPayout(on, command.massPayoutId, command.scope),
        work: (tx) => approveMassPayout(tx, settings, command),
        entry: (mass) => massEntry({ action: 'mass_payout.approved', mass }),
      });
    },
  );
}

function cancelRoute(app: App, deps: ServerDeps): void {
  app.post(
    '/spa/:profile/mass-payouts/:id/cancel',
    profileItemRoute('merchant_massPayout_create', {
      summary: 'Cancel a mass payout',
      description:
        'Cancels every line that is not a payout yet; its money returns to the balance. Payouts that exist continue.',
      headers: IdempotencyHeaders,
      response: { 200: Data(SpaMassPayout), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const command = await commandOf(deps, request);
      return answerOnce(request, reply, onceOf(deps, request), async (tx) => {
        const mass = await cancelMassPayout(tx, command);
        await recordMass(tx, request, { action: 'mass_payout.canceled', mass });
        return { status: 200, data: presentSpaMass(mass, viewerOf(request)) };
      });
    },
  );
}

function deleteRoute(app: App, deps: ServerDeps): void {
  app.delete(
    '/spa/:profile/mass-payouts/:id',
    profileItemRoute('merchant_massPayout_create', {
      summary: 'Delete a mass payout that was never run',
      description: 'Removes the file and its lines. Once a mass payout was run or canceled, it is a record and stays.',
      response: { 204: Type.Null({ description: 'No content.' }), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const command = await commandOf(deps, request);
      await inTransaction(deps.db, async (tx) => {
        const mass = await deleteMassPayout(tx, command);
        await recordMass(tx, request, { action: 'mass_payout.deleted', mass });
      });
      return reply.code(204).send(null);
    },
  );
}

/** The parts that running and approving share. */
function massActOf(request: MassRequest, { scope }: MassCommandOfUser) {
  const present = (mass: MassPayoutRecord) => presentSpaMass(mass, viewerOf(request));
  return {
    proof: 'second_factor',
    leaving: leavingOf(scope),
    answer: { status: 200, present, locksMoney: true },
  } as const;
}

type MassCommandOfUser = MassCommand & { readonly scope: { readonly profileId: string } };

async function commandOf({ db, now }: ServerDeps, request: MassRequest): Promise<MassCommandOfUser> {
  const { id: massPayoutId, profileId } = await massOf(db, request);
  return { massPayoutId, scope: { profileId }, by: { kind: 'user', id: userOf(request).id }, nowMs: now() };
}

function onceOf({ db }: ServerDeps, request: MassRequest) {
  return { db, merchantId: userOf(request).merchant.id, mode: modeOf(request), locksMoney: true } as const;
}
