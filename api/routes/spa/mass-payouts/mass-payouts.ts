import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Data, Page } from '../../../../contract/basics.ts';
import {
  MassExportQuery,
  MassLineQuery,
  MassPayoutLine,
  MassPayoutListQuery,
  MassPreview,
  SpaMassPayout,
} from '../../../../contract/mass-payouts.ts';
import type { MassPayoutRecord } from '../../../../contract/mass-payouts.view.ts';
import { audit } from '../../../../db/audit/audit.ts';
import type { Tx } from '../../../../db/core/sequelize.ts';
import { balances } from '../../../../db/ledger/balances.ts';
import { eachLine, feesSampledAt, listLines } from '../../../../db/mass-payouts/lines.ts';
import { listMassPayouts } from '../../../../db/mass-payouts/list.ts';
import { readMassPayout } from '../../../../db/mass-payouts/read.ts';
import { massTerms } from '../../../../db/mass-payouts/rules.ts';
import { massSettings } from '../../../../db/mass-payouts/settings.ts';
import type { AuditAction } from '../../../../domain/accounts/audit.ts';
import { roleMay } from '../../../../domain/accounts/permissions.ts';
import { gate } from '../../../../domain/assets/assets.ts';
import { fieldError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import { massExample } from '../../../../domain/mass-payouts/example.ts';
import { formatAmount } from '../../../../domain/money/money.ts';
import { isTimeZone } from '../../../../domain/reports/reports.ts';
import type { App } from '../../../app.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { type ProfileRequest, profileOf, userOf } from '../../../auth/guard.ts';
import { type ActEntry, twoFactorStanding } from '../../../auth/money-act.ts';
import type { ServerDeps } from '../../../deps.ts';
import { sendDownload } from '../../../downloads.ts';
import { listAnswer } from '../../../list-answer.ts';
import {
  massExport,
  presentMassLine,
  presentSpaMass,
  toLineQuery,
  toMassQuery,
} from '../../../presenters/mass-payouts.ts';
import { profileItemRoute, profileRoute } from '../../../route-options.ts';

const Csv = {
  description: 'CSV.',
  content: { 'text/csv': { schema: Type.Unsafe<string | Readable>({ type: 'string' }) } },
};

/**
 * Reads the mass payouts of a profile in the back office: list, review, export. Actions on them are in acts.ts.
 */
export function spaMassPayoutRoutes(app: App, deps: ServerDeps): void {
  listRoutes(app, deps);
  linesRoute(app, deps);
  previewRoute(app, deps);
  fileRoutes(app, deps);
}

export type MassRequest = ProfileRequest & { readonly params: { readonly id: string } };

/** The mass payout that a path names, the signed-in merchant's own. @throws DomainError `not_found` */
export async function massOf(on: Tx | ServerDeps['db'], request: MassRequest): Promise<MassPayoutRecord> {
  const { profileId } = await profileOf(on, request);
  return readMassPayout(on, parseId(request.params.id), { profileId });
}

export function viewerOf(request: FastifyRequest) {
  const { id: userId, role } = userOf(request);
  return { userId, mayAct: roleMay(role, 'merchant_massPayout_create') };
}

interface MassDone {
  readonly action: AuditAction;
  readonly mass: MassPayoutRecord;
}

/** Records what a person does to a mass payout. */
export function recordMass(tx: Tx, request: FastifyRequest, done: MassDone): Promise<void> {
  return audit(tx, { ...auditedUser(request), ...massEntry(done) });
}

/** The entry of the audit log. */
export function massEntry({ action, mass }: MassDone): ActEntry {
  const { id, mode, fileName, lines, bad, totals } = mass;
  const label = `${fileName ?? id} (${lines} lines)`;
  const sums = totals.map(({ gateId, heldMinor }) => `${formatAmount(heldMinor, gate(gateId).decimals)} ${gateId}`);
  const data = { mode, lines: lines, not_valid: bad, totals: sums };
  return { action, target: { kind: 'mass_payout', id, label }, data };
}

function listRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/spa/:profile/mass-payouts',
    profileRoute('merchant_massPayout_viewAny', {
      summary: 'List mass payouts',
      querystring: MassPayoutListQuery,
      response: { 200: Page(SpaMassPayout) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const query = toMassQuery(request.query, profileId);
      const { massPayouts, total } = await listMassPayouts(db, query);
      const viewer = viewerOf(request);
      return listAnswer(
        massPayouts.map((mass) => presentSpaMass(mass, viewer)),
        total,
        query,
      );
    },
  );

  app.get(
    '/spa/:profile/mass-payouts/:id',
    profileItemRoute('merchant_massPayout_view', {
      summary: 'Get a mass payout',
      response: { 200: Data(SpaMassPayout) },
    }),
    async (request) => ({ data: presentSpaMass(await massOf(db, request), viewerOf(request)) }),
  );
}

function linesRoute(app: App, { db }: ServerDeps): void {
  app.get(
    '/spa/:profile/mass-payouts/:id/lines',
    profileItemRoute('merchant_massPayout_view', {
      summary: 'List the lines of a mass payout',
      querystring: MassLineQuery,
      response: { 200: Page(MassPayoutLine) },
    }),
    async (request) => {
      const { id: massPayoutId } = await massOf(db, request);
      const query = toLineQuery(request.query, massPayoutId);
      const { lines, total } = await listLines(db, query);
      return listAnswer(lines.map(presentMassLine), total, query);
    },
  );
}

function previewRoute(app: App, { db }: ServerDeps): void {
  app.get(
    '/spa/:profile/mass-payouts/:id/preview',
    profileItemRoute('merchant_massPayout_view', {
      summary: 'Preview a run',
      description: 'Compares totals with the balance of each asset and lists warnings to review.',
      response: { 200: Data(MassPreview) },
    }),
    async (request) => {
      const { id, totals, warnings: found, merchantId, mode } = await massOf(db, request);
      const rows = await balances(db, { owner: merchantId, mode });
      const covers = totals.map(({ gateId, heldMinor }) => {
        const available = rows.find(({ asset, kind }) => asset === gateId && kind === 'available')?.spendable ?? 0n;
        const amount = (minor: bigint) => formatAmount(minor, gate(gateId).decimals);
        const missing = available < heldMinor ? amount(heldMinor - available) : null;
        return { gate_id: gateId, total: amount(heldMinor), available: amount(available), missing };
      });
      const two_fa = twoFactorStanding(userOf(request), mode);
      const warnings = found.map(({ number, reason }) => ({ line: number, reason }));
      const network_fees_at = (await feesSampledAt(db, id))?.toISOString() ?? null;
      return { data: { covers, warnings, network_fees_at, two_fa } };
    },
  );
}

function fileRoutes(app: App, deps: ServerDeps): void {
  const { db, config } = deps;
  const settings = massSettings(config);
  app.get(
    '/spa/:profile/mass-payouts/example-file',
    profileRoute('merchant_massPayout_create', {
      summary: 'Download an example file',
      description: 'A header and three lines that are valid in this mode.',
      response: { 200: Csv },
    }),
    async (request, reply) => {
      const { profileId } = await profileOf(db, request);
      const { chainOf, rules } = await massTerms(db, settings, profileId);
      const chain = rules('merchant').isOpen('BTC') ? chainOf('BTC') : 'main';
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="mass-payout-example.csv"')
        .send(massExample(chain));
    },
  );

  app.get(
    '/spa/:profile/mass-payouts/:id/export',
    profileItemRoute('merchant_massPayout_export', {
      summary: 'Export the lines of a mass payout',
      description: 'Streamed CSV with the result of each line; times are in the given time zone.',
      querystring: MassExportQuery,
      response: { 200: Csv },
    }),
    async (request, reply) => {
      const { time_zone: timeZone = 'UTC' } = request.query;
      if (!isTimeZone(timeZone)) throw fieldError('time_zone', 'There is no such time zone.');
      const { id } = await massOf(db, request);
      return sendDownload(deps, request, reply, {
        pieces: massExport(eachLine(db, id), timeZone),
        type: 'text/csv; charset=utf-8',
        fileName: `mass-payout-${id}.csv`,
      });
    },
  );
}
