import type { FastifyRequest } from 'fastify';
import {
  CodeSent,
  CompanyBody,
  CompanyDraft,
  RegisterBody,
  SignUpForm,
  VerifyEmailBody,
} from '../../../contract/account.ts';
import { Data } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { SpaUser } from '../../../contract/session.ts';
import { findSession } from '../../../db/accounts/sessions.ts';
import { beginSignUp, companyDraft, confirmEmail, finishSignUp, nameCompany } from '../../../db/accounts/sign-ups.ts';
import { isComplete, userMay } from '../../../db/accounts/users.ts';
import {
  askByMail,
  checkCode,
  findQuestion,
  type Question,
  resendCode,
  wrongCode,
} from '../../../db/accounts/verification-codes.ts';
import { type Db, inTransaction } from '../../../db/core/sequelize.ts';
import {
  acceptanceProblems,
  passwordProblems,
  requireNone,
  websiteOf,
} from '../../../domain/accounts/account-rules.ts';
import { INDUSTRIES, TURNOVER_RANGES } from '../../../domain/accounts/business.ts';
import { countryProblems } from '../../../domain/compliance/lists.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { UserId } from '../../../domain/ids.ts';
import { LANGUAGES, type Language } from '../../../domain/languages.ts';
import { versionsToAccept } from '../../../domain/legal/documents.ts';
import type { Attribution } from '../../../domain/partners/attribution.ts';
import { anyone, anyoneWithCsrf, user } from '../../access.ts';
import type { App } from '../../app.ts';
import { type Accounts, signIn } from '../../auth/accounts.ts';
import { clientOf, languageOfRequest } from '../../auth/client.ts';
import { questionCookieOf, sessionCookieOf } from '../../auth/cookies.ts';
import { userOf } from '../../auth/guard.ts';
import { acceptedVersions } from '../../auth/legal.ts';
import { createPartnerTouches, type PartnerTouches } from '../../auth/partner-touch.ts';
import type { ServerDeps } from '../../deps.ts';
import { codeSent, presentDraft } from '../../presenters/account.ts';
import { presentUser } from '../../presenters/user.ts';

const tags = ['Sign-in'];
const SIGN_UP = ['sign_up', 'verify_email'] as const;

/** From stranger to merchant: register, confirm the mail address by a code, name the company (spec §4). */
export function signUpRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  const touches = createPartnerTouches(deps, accounts);
  registerRoutes(app, deps, { accounts, touches });
  confirmRoute(app, deps, { accounts, touches });
  resendRoute(app, accounts);
  companyRoute(app, deps, accounts);
}

interface SigningUp {
  readonly accounts: Accounts;
  readonly touches: PartnerTouches;
}

function registerRoutes(app: App, { config }: ServerDeps, { accounts, touches }: SigningUp): void {
  const { db, secrets, cookies } = accounts;

  app.get(
    '/auth/register',
    {
      config: anyone('Strangers sign up.'),
      schema: { tags, summary: 'Get the sign-up form and its progress', response: { 200: Data(SignUpForm) } },
    },
    async (request, reply) => {
      const question = await pendingOf(db, request);
      const form: SignUpForm = {
        turnover_ranges: [...TURNOVER_RANGES],
        industries: [...INDUSTRIES],
        legal_versions: versionsToAccept(config.legalRevisedOn),
        captcha_site_key: accounts.captcha.widget?.siteKey ?? null,
        captcha_script_url: accounts.captcha.widget?.scriptUrl ?? null,
        pending: question === undefined ? null : codeSent(question.email, question),
      };
      return reply.header('cache-control', 'no-store').send({ data: form });
    },
  );

  app.post(
    '/auth/register',
    {
      config: anyoneWithCsrf('Strangers sign up.'),
      schema: { tags, summary: 'Sign up', body: RegisterBody, response: { 202: Data(CodeSent) } },
    },
    async (request, reply) => {
      const { body } = request;
      const { privacy_accepted, aml_accepted } = body;
      requireNone(
        passwordProblems(body, [body.email, body.full_name]),
        acceptanceProblems({ privacy_accepted, aml_accepted }),
        countryProblems(body.country),
      );
      const versions = acceptedVersions(body.accepted_versions, config);
      await accounts.captcha.require(body.recaptcha_token, request.ip);
      await accounts.limitAsking(request);
      const signUp = {
        fullName: body.full_name,
        email: body.email,
        country: body.country,
        password: body.password,
        productUpdates: body.product_updates ?? false,
        language: body.language ?? languageOfRequest(request),
        acceptedVersions: versions,
        attribution: await touches.attributionOf(request, body.partner_code),
      };
      const begun = await beginSignUp(db, secrets, signUp, clientOf(request));
      cookies.setQuestion(reply, begun.handle);
      return reply.code(202).send({ data: codeSent(body.email, begun) });
    },
  );
}

function confirmRoute(app: App, { config }: ServerDeps, { accounts, touches }: SigningUp): void {
  const { db, secrets, cookies } = accounts;

  app.post(
    '/auth/verify-email',
    {
      config: anyoneWithCsrf('The mailed code and the cookie of the browser that requested it identify the person.'),
      schema: { tags, summary: 'Confirm the email address', body: VerifyEmailBody, response: { 200: Data(SpaUser) } },
    },
    async (request, reply) => {
      const pending = await pendingOf(db, request);
      if (pending === undefined) throw wrongCode();
      const question = await checkCode(db, secrets, {
        question: pending,
        code: request.body.code,
        client: clientOf(request),
      });
      let attribution: Attribution | undefined;
      const signedIn = await signIn(
        accounts,
        { request, reply },
        {
          who: async (tx) => {
            if (question.purpose !== 'sign_up') return (await confirmEmail(tx, question, Date.now())).userId;
            const made = await finishSignUp(tx, question);
            ({ attribution } = made);
            return made.userId;
          },
          remember: false,
          action: 'signed_up',
          rememberDevice: true,
          // After the device is remembered, because earlier users of this browser count, too.
          after: (tx, { merchant }) => touches.note(tx, merchant.id, attribution),
        },
      );
      cookies.clearQuestion(reply);
      return reply.send({ data: presentUser(signedIn, config) });
    },
  );
}

function resendRoute(app: App, { db, secrets, cookies }: Accounts): void {
  app.get(
    '/auth/resend-email',
    {
      config: anyoneWithCsrf('It emails nobody but the address of the sign-up that the cookie names.'),
      schema: { tags, summary: 'Email another code', response: { 200: Data(CodeSent), ...errorResponses(404) } },
    },
    async (request, reply) => {
      const pending = await pendingOf(db, request);
      const client = clientOf(request);
      void reply.header('cache-control', 'no-store');
      if (pending !== undefined) {
        const to = { language: boundLanguage(pending) ?? languageOfRequest(request), client };
        const times = await inTransaction(db, (tx) => resendCode(tx, secrets, pending, to));
        return reply.send({ data: codeSent(pending.email, times) });
      }
      const asker = await unconfirmed(db, request);
      if (asker === undefined) throw new DomainError('not_found');
      const requested = await inTransaction(db, (tx) =>
        askByMail(tx, secrets, { purpose: 'verify_email', bound: {}, client, ...asker }),
      );
      cookies.setQuestion(reply, requested.handle);
      return reply.send({ data: codeSent(asker.email, requested) });
    },
  );
}

function companyRoute(app: App, { config }: ServerDeps, { db, secrets }: Accounts): void {
  app.get(
    '/auth/company',
    {
      config: user(null),
      schema: { tags, summary: 'Get what the company said when it applied', response: { 200: Data(CompanyDraft) } },
    },
    async (request, reply) => {
      const asker = userOf(request);
      // During the sign-up nobody has a permission yet.
      if (isComplete(asker) && !userMay(asker, 'merchant_merchant_viewAny')) throw new DomainError('permission_denied');
      const data = presentDraft(await companyDraft(db, asker.merchant.id));
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );

  app.post(
    '/auth/company',
    {
      config: user(null),
      schema: {
        tags,
        summary: 'Name the company',
        body: CompanyBody,
        response: { 200: Data(SpaUser), ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const { company_name, turnover, confirmed } = request.body;
      const website = websiteOf(request.body.website);
      requireNone(
        acceptanceProblems({ confirmed }),
        website === undefined ? { website: ['Website is not valid.'] } : {},
      );
      const company = { name: company_name, turnover, website: website ?? '' };
      const named = await inTransaction(db, (tx) =>
        nameCompany(tx, secrets.box, {
          user: userOf(request),
          company,
          client: clientOf(request),
          nowMs: Date.now(),
        }),
      );
      return reply.send({ data: presentUser(named, config) });
    },
  );
}

function boundLanguage({ bound }: Question): Language | undefined {
  return LANGUAGES.find((language) => language === bound.language);
}

async function pendingOf(db: Db, request: FastifyRequest) {
  const handle = questionCookieOf(request);
  return handle === undefined ? undefined : findQuestion(db, handle, SIGN_UP);
}

/** The signed-in user of a merchant that was made without a confirmed address. */
async function unconfirmed(
  db: Db,
  request: FastifyRequest,
): Promise<{ userId: UserId; email: string; language: Language } | undefined> {
  const cookie = sessionCookieOf(request);
  const session = cookie === undefined ? undefined : await findSession(db, cookie);
  if (session?.user.merchant.status !== 'new') return undefined;
  const { id, email, language } = session.user;
  return { userId: id, email, language };
}
