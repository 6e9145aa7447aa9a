import type { FastifyRequest } from 'fastify';
import { Data, IdParams, Page } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import {
  ApprovePartnerBody,
  DecideReferralBody,
  PartnerLine,
  PartnerListQuery,
  PartnerNoteBody,
  ReferralParams,
  StaffPartner,
} from '../../../contract/partners.ts';
import { sendAccountMail } from '../../../db/accounts/mails.ts';
import { audit } from '../../../db/audit/audit.ts';
import { inTransaction, moneyTransaction, retrying, type Tx } from '../../../db/core/sequelize.ts';
import { actOnPartner, type StaffAct } from '../../../db/partners/act.ts';
import { listPartners, type PartnerFile, readPartnerFile } from '../../../db/partners/read.ts';
import { decideReferral } from '../../../db/partners/review.ts';
import { recordAccess } from '../../../db/staff/access-log.ts';
import { closeDecided } from '../../../db/support/act.ts';
import type { AccountMail } from '../../../domain/accounts/account-mail.ts';
import { DomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { agreementUrl } from '../../../domain/partners/agreement.ts';
import type { Config } from '../../../settings/config.ts';
import type { App } from '../../app.ts';
import { clientOf } from '../../auth/client.ts';
import { type StaffDoor, staffActOf, staffOf } from '../../auth/staff-door.ts';
import { listAnswer } from '../../list-answer.ts';
import { presentPartnerLine, presentStaffPartner } from '../../presenters/partners.ts';
import { staffRoute } from '../../route-options.ts';

/** Partners and ambassadors: applications are reviewed, merchants with signals of fraud decided about. */
export function staffPartnerRoutes(app: App, door: StaffDoor, config: Config): void {
  readRoutes(app, door);
  actRoutes(app, door, config);
  referralRoute(app, door);
}

function readRoutes(app: App, { db }: StaffDoor): void {
  app.get(
    '/staff/partners',
    staffRoute('partner_view', {
      summary: 'List partners and applications',
      querystring: PartnerListQuery,
      response: { 200: Page(PartnerLine) },
    }),
    async (request, reply) => {
      const { page = 1, per_page: perPage = 25, status, search } = request.query;
      const { lines, total } = await listPartners(db, { status: status?.split(','), search, page, perPage });
      const data = lines.map(presentPartnerLine);
      return reply.header('cache-control', 'no-store').send(listAnswer(data, total, { page, perPage }));
    },
  );

  app.get(
    '/staff/partners/:id',
    staffRoute('partner_view', {
      summary: 'Get a partner with its merchants and their signals of fraud',
      description: 'The access to personal data is recorded.',
      params: IdParams,
      response: { 200: Data(StaffPartner), ...errorResponses(404) },
    }),
    async (request, reply) => {
      const id = parseId<string>(request.params.id);
      const data = await inTransaction(db, async (tx) => {
        const view = await viewOf(tx, id);
        const { ip, userAgent } = clientOf(request);
        const reason = 'Read the partner';
        const about = { merchantId: null, kind: 'partner', subjectId: id, label: view.name, reason } as const;
        await recordAccess(tx, staffOf(request), { ...about, ip, userAgent });
        return view;
      });
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );
}

const ACTS = ['take-up', 'decline', 'pause', 'resume', 'end'] as const;
const SUMMARIES: Readonly<Record<(typeof ACTS)[number], string>> = {
  'take-up': 'Review an application',
  decline: 'Decline an application',
  pause: 'Pause a partner, who then brings nobody new and earns nothing',
  resume: 'Resume a paused partner',
  end: 'End a partnership',
};

/** The mail of each act that has one, besides that of an approval. */
const MAILS: Readonly<Partial<Record<StaffAct['type'], AccountMail>>> = {
  decline: { kind: 'partner_declined', values: {} },
  pause: { kind: 'partner_paused', values: {} },
  resume: { kind: 'partner_resumed', values: {} },
  end: { kind: 'partner_ended', values: {} },
};

function actRoutes(app: App, { db, secrets, now }: StaffDoor, { publicUrl }: Config): void {
  const answers = { params: IdParams, response: { 200: Data(StaffPartner), ...errorResponses(404, 409) } };
  const act = async (request: FastifyRequest<{ Params: { id: string } }>, given: StaffAct) => {
    const id = parseId<string>(request.params.id);
    const by = staffActOf(request);
    const data = await retrying(() =>
      inTransaction(db, async (tx) => {
        const { token } = await actOnPartner(tx, {
          partnerId: id,
          staffId: staffOf(request).id,
          act: given,
          nowMs: now(),
        });
        const file = await fileOf(tx, id);
        const view = presentStaffPartner(file);
        await tellPartner(tx, file.partner, { type: given.type, token });
        if (given.type === 'approve' || given.type === 'decline') {
          await closeDecided(tx, file.partner.reference, { ...by, nowMs: now() });
        }
        const target = { kind: 'partner', id, label: view.name };
        await audit(tx, { chain: 'staff', ...by, target, action: `partner.${given.type}`, data: reasonOf(given) });
        return view;
      }),
    );
    return { data };
  };

  /** Mails of acts that the person has to know of. */
  async function tellPartner(
    tx: Tx,
    { email: to, language }: PartnerFile['partner'],
    { type, token }: { readonly type: StaffAct['type']; readonly token: string | null },
  ): Promise<void> {
    const approved = (url: string): AccountMail => ({ kind: 'partner_approved', values: { url } });
    const mail = token === null ? MAILS[type] : approved(agreementUrl(publicUrl, token));
    if (mail !== undefined) await sendAccountMail(tx, secrets.box, { to, language, ...mail });
  }

  app.post(
    '/staff/partners/:id/approve',
    staffRoute('partner_decide', {
      summary: 'Approve an application, with evidence',
      description: 'The applicant gets a link to the agreement by email. Given again, a new link replaces it.',
      body: ApprovePartnerBody,
      ...answers,
    }),
    (request) => act(request, { type: 'approve', evidence: request.body.evidence }),
  );

  for (const name of ACTS) {
    const summary = SUMMARIES[name];
    if (name === 'take-up' || name === 'resume') {
      const type = name === 'resume' ? 'resume' : 'take_up';
      app.post(`/staff/partners/:id/${name}`, staffRoute('partner_decide', { summary, ...answers }), (request) =>
        act(request, { type }),
      );
      continue;
    }
    app.post(
      `/staff/partners/:id/${name}`,
      staffRoute('partner_decide', { summary, body: PartnerNoteBody, ...answers }),
      (request) => act(request, { type: name, note: request.body.reason }),
    );
  }
}

function reasonOf(act: StaffAct): Record<string, string> {
  if (act.type === 'approve') return { reason: act.evidence };
  return 'note' in act ? { reason: act.note } : {};
}

function referralRoute(app: App, { db }: StaffDoor): void {
  app.post(
    '/staff/partners/:id/merchants/:merchant_id/decide',
    staffRoute('partner_decide', {
      summary: 'Let a merchant count in spite of its signals, or refuse it',
      description: 'A signal that leaves no doubt cannot be cleared. Shares follow at once, also those that were paid.',
      params: ReferralParams,
      body: DecideReferralBody,
      response: { 200: Data(StaffPartner), ...errorResponses(404, 409) },
    }),
    async (request) => {
      const id = parseId<string>(request.params.id);
      const merchantId = parseId<string>(request.params.merchant_id);
      const { counts, reason: note } = request.body;
      const data = await retrying(() =>
        moneyTransaction(db, async (tx) => {
          await decideReferral(tx, { merchantId, partnerId: id, counts, staffId: staffOf(request).id, note });
          const view = await viewOf(tx, id);
          const action = counts ? 'partner.merchant_counted' : 'partner.merchant_refused';
          const target = { kind: 'partner', id, label: view.name };
          const data = { merchant: merchantId, reason: note };
          await audit(tx, { chain: 'staff', ...staffActOf(request), target, action, data });
          return view;
        }),
      );
      return { data };
    },
  );
}

/** @throws DomainError `not_found` */
async function fileOf(tx: Tx, id: string): Promise<PartnerFile> {
  const file = await readPartnerFile(tx, id);
  if (file === undefined) throw new DomainError('not_found');
  return file;
}

async function viewOf(tx: Tx, id: string): Promise<StaffPartner> {
  return presentStaffPartner(await fileOf(tx, id));
}
