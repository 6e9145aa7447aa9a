import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Data, IdParams } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import {
  AnswerBody,
  BusinessBody,
  DocumentQuery,
  PersonBody,
  StatementBody,
  Verification,
} from '../../../../contract/verification.ts';
import { receiveFile, removeReceived } from '../../../../db/compliance/files.ts';
import {
  answerRequest,
  dropPerson,
  type MerchantActor,
  removeDocument,
  reopenCase,
  skipTest,
  submitBusiness,
  submitPersonal,
  tellTeam,
  uploadDocument,
  writeBusiness,
  writePerson,
} from '../../../../db/compliance/merchant-acts.ts';
import { merchantView } from '../../../../db/compliance/merchant-view.ts';
import { inTransaction, type Tx } from '../../../../db/core/sequelize.ts';
import { requireNone } from '../../../../domain/accounts/account-rules.ts';
import { FILE_TYPES } from '../../../../domain/compliance/file-kind.ts';
import { personProblems } from '../../../../domain/compliance/person-rules.ts';
import { hasExpiry } from '../../../../domain/compliance/required-documents.ts';
import { fieldError } from '../../../../domain/errors.ts';
import { user } from '../../../access.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { clientOf } from '../../../auth/client.ts';
import { userOf } from '../../../auth/guard.ts';
import { presentVerification } from '../../../presenters/verification.ts';
import { readUpload } from '../../../uploads/read-upload.ts';

const tags = ['Back office'];
const path = '/spa/merchant/verification';
const config = user('merchant_merchant_verification');
const response = { 200: Data(Verification), ...errorResponses(404, 409) };

/** The merchant's own side of its way to production. Every answer is the whole of it, as it is afterwards. */
export async function verificationRoutes(app: App, accounts: Accounts): Promise<void> {
  const { db, secrets } = accounts;

  app.get(
    path,
    {
      config,
      schema: {
        tags,
        summary: 'Get the verification status',
        response: { 200: Data(Verification) },
      },
    },
    async (request, reply) => reply.header('cache-control', 'no-store').send(await present(request)),
  );

  async function present(request: FastifyRequest) {
    const { merchant } = userOf(request);
    const view = await merchantView(db, secrets.box, merchant.id);
    return { data: presentVerification(view, merchant.status === 'verified') };
  }

  /** Acts in one transaction and answers with the state after it. */
  async function act(request: FastifyRequest, work: (tx: Tx, actor: MerchantActor) => Promise<unknown>) {
    const actor = { user: userOf(request), client: clientOf(request), nowMs: Date.now() };
    await inTransaction(db, (tx) => work(tx, actor));
    return present(request);
  }

  stepRoutes(app, accounts, act);
  subjectRoutes(app, accounts, act);
  // Files are read as bytes on these routes only.
  await app.register(async (scope) => documentRoutes(scope as unknown as App, accounts, act));
}

type Act = (
  request: FastifyRequest,
  work: (tx: Tx, actor: MerchantActor) => Promise<unknown>,
) => Promise<{ data: Verification }>;

function stepRoutes(app: App, { secrets: { box } }: Accounts, act: Act): void {
  const steps = {
    'skip-test': ['Skip the integration test', skipTest],
    'submit-business': ['Submit the business', (tx: Tx, actor: MerchantActor) => submitBusiness(tx, box, actor)],
    'submit-people': [
      'Submit owners and representatives',
      (tx: Tx, actor: MerchantActor) => submitPersonal(tx, box, actor),
    ],
    reopen: ['Reopen an expired verification', reopenCase],
  } as const;
  app.post(
    `${path}/answer`,
    { config, schema: { tags, summary: 'Submit what was requested', body: Type.Optional(AnswerBody), response } },
    (request) => act(request, (tx, actor) => answerRequest(tx, actor, request.body?.answer)),
  );
  app.post(
    `${path}/statements`,
    {
      config,
      schema: {
        tags,
        summary: 'Appeal a refusal or report a change of the business',
        body: StatementBody,
        response,
      },
    },
    (request) => act(request, (tx, actor) => tellTeam(tx, actor, request.body)),
  );
  for (const [name, [summary, step]] of Object.entries(steps)) {
    app.post(`${path}/${name}`, { config, schema: { tags, summary, response } }, (request) =>
      act(request, (tx, actor) => step(tx, actor)),
    );
  }
}

function subjectRoutes(app: App, { secrets: { box }, now }: Accounts, act: Act): void {
  app.put(
    `${path}/business`,
    { config, schema: { tags, summary: 'Describe the business', body: BusinessBody, response } },
    (request) => {
      if (!isPast(request.body.incorporated_on, now()))
        throw fieldError('incorporated_on', 'This day is not in the past.');
      return act(request, (tx, actor) => writeBusiness(tx, box, actor, request.body));
    },
  );

  app.post(
    `${path}/people`,
    { config, schema: { tags, summary: 'Add an owner or representative', body: PersonBody, response } },
    (request) => {
      requireNone(personProblems(request.body, now()));
      return act(request, (tx, actor) => writePerson(tx, box, actor, { person: request.body }));
    },
  );

  app.put(
    `${path}/people/:id`,
    {
      config,
      schema: { tags, summary: 'Change an owner or representative', params: IdParams, body: PersonBody, response },
    },
    (request) => {
      requireNone(personProblems(request.body, now()));
      return act(request, (tx, actor) =>
        writePerson(tx, box, actor, { personId: request.params.id, person: request.body }),
      );
    },
  );

  app.delete(
    `${path}/people/:id`,
    { config, schema: { tags, summary: 'Remove an owner or representative', params: IdParams, response } },
    (request) => act(request, (tx, actor) => dropPerson(tx, actor, request.params.id)),
  );
}

function documentRoutes(app: App, { db, secrets: { box }, now }: Accounts, act: Act): void {
  app.addContentTypeParser([...FILE_TYPES, 'application/octet-stream'], (_request, payload, done) =>
    done(null, payload),
  );

  app.post(
    `${path}/documents`,
    {
      config,
      schema: {
        tags,
        summary: 'Upload a document',
        description: 'PDF, JPG or PNG up to 10 MB, sent as the request body. Stored encrypted.',
        querystring: DocumentQuery,
        body: DocumentFile,
        response: { ...response, ...errorResponses(413) },
      },
    },
    async (request, reply) => {
      const { kind, file_name, person_id: personId = null, expires_on = null } = request.query;
      const expiresOn = hasExpiry(kind) ? expires_on : null;
      const { file } = await readUpload(request, reply, DOCUMENT, (body) => {
        if (hasExpiry(kind) && (expiresOn === null || !lastsAMonth(expiresOn, now()))) {
          throw fieldError('expires_on', 'The document must be valid for a month or longer.');
        }
        return receiveFile(db, box, body);
      });
      const document = { kind, file, personId, fileName: plainName(file_name), expiresOn };
      try {
        return await act(request, (tx, actor) => uploadDocument(tx, actor, document));
      } catch (error) {
        await removeReceived(db, file.id);
        throw error;
      }
    },
  );

  app.delete(
    `${path}/documents/:id`,
    { config, schema: { tags, summary: 'Remove an uploaded document', params: IdParams, response } },
    (request) => act(request, (tx, actor) => removeDocument(tx, actor, request.params.id)),
  );
}

/** The file itself; what it is, its first bytes say. */
const DocumentFile = {
  content: Object.fromEntries(FILE_TYPES.map((type) => [type, { schema: Type.Unsafe<unknown>({}) }])),
};

const DOCUMENT = { field: 'file', words: 'The document must be a PDF, JPG or PNG file.' };

/** The last part of a name, without what could be a path or a line of its own. */
function plainName(name: string): string {
  const last =
    name
      .split(/[\\/]/)
      .at(-1)
      ?.replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
      .trim() ?? '';
  return last === '' ? 'document' : last.slice(-120);
}

function isPast(day: string, nowMs: number): boolean {
  return Date.parse(day) < nowMs;
}

function lastsAMonth(day: string, nowMs: number): boolean {
  return Date.parse(day) > nowMs + 32 * 86_400_000;
}
