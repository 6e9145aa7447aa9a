import { Data } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import {
  AcceptAgreementBody,
  AgreementBody,
  MonthParams,
  PartnerAgreement,
  PartnerLinkBody,
  PartnerRooms,
} from '../../../../contract/partners.ts';
import { audit } from '../../../../db/audit/audit.ts';
import { type Db, inTransaction, retrying, type Tx } from '../../../../db/core/sequelize.ts';
import { acceptAgreement } from '../../../../db/partners/act.ts';
import { addLink } from '../../../../db/partners/links.ts';
import { findApproved, findPartnerOf, readFigures } from '../../../../db/partners/read.ts';
import { listStatements, readStatement } from '../../../../db/partners/statements.ts';
import { acceptanceProblems, requireNone } from '../../../../domain/accounts/account-rules.ts';
import { DomainError } from '../../../../domain/errors.ts';
import type { MerchantId } from '../../../../domain/ids.ts';
import { AGREEMENT_VERSION } from '../../../../domain/partners/agreement.ts';
import type { App } from '../../../app.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { userOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { PdfAnswer, sendDocument } from '../../../documents/answer.ts';
import { presentAgreement, presentRooms } from '../../../presenters/partners.ts';
import { userRoute } from '../../../route-options.ts';

/** The rooms of a partner in the back office of the account that is paid. */
export function partnerRoutes(app: App, deps: ServerDeps): void {
  agreementRoutes(app, deps);
  roomRoutes(app, deps);
  statementRoute(app, deps);
}

function agreementRoutes(app: App, { db, config, now }: ServerDeps): void {
  app.post(
    '/spa/partner/agreement',
    userRoute('merchant_partner_update', {
      summary: 'Get the agreement that a mailed link leads to',
      description: 'By POST, because a token in an address would be in logs.',
      body: AgreementBody,
      response: { 200: Data(PartnerAgreement), ...errorResponses(404) },
    }),
    async (request, reply) => {
      const found = await findApproved(db, request.body.token, now());
      if (found === undefined) throw new DomainError('not_found');
      return reply.header('cache-control', 'no-store').send({ data: presentAgreement(found) });
    },
  );

  app.post(
    '/spa/partner/accept',
    userRoute('merchant_partner_update', {
      summary: 'Accept the agreement: this account is paid from now on',
      body: AcceptAgreementBody,
      response: { 200: Data(PartnerRooms), ...errorResponses(404, 409) },
    }),
    async (request) => {
      const { token, version, confirmed } = request.body;
      requireNone(acceptanceProblems({ confirmed }));
      if (version !== AGREEMENT_VERSION) throw new DomainError('changed_meanwhile');
      const { id: userId, merchant } = userOf(request);
      const data = await retrying(() =>
        inTransaction(db, async (tx) => {
          const accepting = { token, merchantId: merchant.id, userId, version, nowMs: now() };
          const { partnerId } = await acceptAgreement(tx, accepting);
          const target = { kind: 'partner', id: partnerId, label: version };
          await audit(tx, { ...auditedUser(request), action: 'partner.accepted', target });
          return roomsOf(tx, merchant.id, config.publicUrl);
        }),
      );
      return { data };
    },
  );
}

function roomRoutes(app: App, { db, config }: ServerDeps): void {
  app.get(
    '/spa/partner',
    userRoute('merchant_partner_viewAny', {
      summary: 'Get links, merchants by stage and earnings of the account as a partner',
      response: { 200: Data(PartnerRooms), ...errorResponses(404) },
    }),
    async (request, reply) => {
      const data = await roomsOf(db, userOf(request).merchant.id, config.publicUrl);
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );

  app.post(
    '/spa/partner/links',
    userRoute('merchant_partner_update', {
      summary: 'Add a link',
      body: PartnerLinkBody,
      response: { 200: Data(PartnerRooms), ...errorResponses(404, 409) },
    }),
    async (request) => {
      const { merchant } = userOf(request);
      const label = request.body.label.trim() || 'Link';
      const data = await retrying(() =>
        inTransaction(db, async (tx) => {
          const partner = await findPartnerOf(tx, merchant.id);
          if (partner?.status !== 'active') throw new DomainError('not_found');
          const link = await addLink(tx, partner.id, label);
          const target = { kind: 'partner_link', id: link.id, label };
          await audit(tx, { ...auditedUser(request), action: 'partner.link_added', target });
          return roomsOf(tx, merchant.id, config.publicUrl);
        }),
      );
      return { data };
    },
  );
}

function statementRoute(app: App, deps: ServerDeps): void {
  const { db } = deps;
  app.get(
    '/spa/partner/statements/:month/statement.pdf',
    userRoute('merchant_partner_viewAny', {
      summary: 'Download the statement of a settled month',
      params: MonthParams,
      response: { 200: PdfAnswer, ...errorResponses(404) },
    }),
    async (request, reply) =>
      sendDocument(deps, request, reply, async () => {
        const partner = await findPartnerOf(db, userOf(request).merchant.id);
        const statement = partner && (await readStatement(db, partner, request.params.month));
        if (statement === undefined) throw new DomainError('not_found');
        const fileName = `partner-statement-${statement.number}.pdf`;
        return { fileName, input: { type: 'partner_statement', statement } };
      }),
  );
}

/** @throws DomainError `not_found` for an account that is no partner */
async function roomsOf(on: Db | Tx, merchantId: MerchantId, publicUrl: string): Promise<PartnerRooms> {
  const partner = await findPartnerOf(on, merchantId);
  if (partner === undefined) throw new DomainError('not_found');
  const figures = { ...(await readFigures(on, partner.id)), statements: await listStatements(on, partner) };
  return presentRooms(partner, figures, publicUrl);
}
