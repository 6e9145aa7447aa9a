import type { FastifyReply, FastifyRequest } from 'fastify';
import { isEmailAddress } from '../../domain/accounts/email-address.ts';
import { DomainError, type FieldErrors } from '../../domain/errors.ts';
import { type ContactKind, readContact } from '../../domain/forms/contact.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import type { Accounts } from '../auth/accounts.ts';
import { languageOfRequest } from '../auth/client.ts';
import type { FormGate, PassedForm } from '../forms/form-gate.ts';
import { fillIn } from '../pages/site-values.ts';
import { formOf, readForms, refusalOf } from '../plugins/forms.ts';
import type { PageOf } from '../site-pages.ts';
import { keep, subscribe } from './contact.ts';

/** The pages with a form: where, from which file, and what is sent by it. */
const FORM_PAGES = [
  { path: '/contact-us', file: 'contact-us.html', form: 'contact-us' },
  { path: '/contact-us/partner', file: 'contact-us-partner.html', form: 'contact-us-partner' },
  { path: '/partner', file: 'partner.html', form: 'partner' },
  { path: '/newsletter', file: 'newsletter.html', form: 'newsletter' },
] as const satisfies readonly {
  readonly path: string;
  readonly file: string;
  readonly form: ContactKind | 'newsletter';
}[];
type FormPage = (typeof FORM_PAGES)[number];

interface FormRequest {
  Body: URLSearchParams | undefined;
  Querystring: { reference?: unknown };
}

interface Forms {
  readonly page: PageOf;
  readonly accounts: Accounts;
  readonly gate: FormGate;
}

/**
 * The pages for visitors that have a form. A form is posted to its own page, so that it works without a script; what is
 * wrong is said beside the fields, which keep what was typed.
 */
export async function siteFormRoutes(app: App, forms: Forms): Promise<void> {
  const config = anyone('Visitors write.');
  const schema = { hide: true };
  for (const { path, file } of [
    { path: '/contact-us/sent', file: 'contact-us-sent.html' },
    { path: '/newsletter/sent', file: 'newsletter-sent.html' },
  ]) {
    app.get<FormRequest>(path, { config, schema }, async (request, reply) => {
      const given = String(request.query.reference ?? '');
      const reference = /^TG-[2-9A-Z]{8}$/.test(given) ? given : '';
      return send(reply, await filled(forms, file, { REFERENCE: reference }));
    });
  }
  for (const form of FORM_PAGES) {
    app.get(form.path, { config, schema }, async (_request, reply) =>
      show(forms, reply.allowIndexing(), { form, fields: {}, problems: {} }),
    );
  }
  // Forms are read on these routes only.
  await app.register(async (scope) => {
    readForms(scope, MAX_FORM_BYTES);
    for (const form of FORM_PAGES) {
      const tooLarge = (error: unknown, _request: unknown, reply: FastifyReply) => {
        if (!isTooLarge(error)) throw error;
        const problems = { message: ['The form is too large. Shorten what you wrote.'] };
        return show(forms, reply.code(413), { form, fields: {}, problems });
      };
      const route = { config, schema, errorHandler: tooLarge };
      scope.post<FormRequest>(form.path, route, (request, reply) => post(forms, form, { request, reply }));
    }
  });
}

/** Ten times the longest message, each of its letters as nine. */
const MAX_FORM_BYTES = 60_000;

function isTooLarge(error: unknown): boolean {
  const { code, statusCode } = error as { readonly code?: unknown; readonly statusCode?: unknown };
  return code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413;
}

async function post(
  forms: Forms,
  form: FormPage,
  { request, reply }: { readonly request: FastifyRequest<FormRequest>; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const fields = Object.fromEntries(formOf(request));
  const again = (problems: FieldErrors) => ({ form, fields, problems });
  // Another site could send its own form by the browsers of its visitors.
  if (request.headers['sec-fetch-site'] === 'cross-site')
    return show(forms, reply.code(403), again({ token: [ELSEWHERE] }));
  try {
    return reply.redirect(await take(forms, { form, fields, request }), 303);
  } catch (error) {
    const { fields: problems, message } = refusalOf(reply, error);
    return show(forms, reply, again(problems ?? { token: [message] }));
  }
}

const ELSEWHERE = 'This form was sent by another site. Check what is in it and send it again.';

/** @returns where to go on */
async function take(
  { gate, accounts }: Forms,
  { form, fields, request }: { form: FormPage; fields: Readonly<Record<string, string>>; request: FastifyRequest },
): Promise<string> {
  const check = () => {
    const proof = fields.proof === undefined || fields.proof === '' ? null : fields.proof;
    return gate.check({ token: fields.token ?? '', proof, trap: fields.fax ?? '' });
  };
  const count = async (passed: PassedForm, name: 'contact' | 'newsletter') => {
    await gate.count(request, passed, name);
    return passed;
  };
  if (form.form === 'newsletter') {
    const email = (fields.email ?? '').trim();
    if (!isEmailAddress(email))
      throw new DomainError('validation_failed', { fields: { email: ['Email is not valid.'] } });
    await subscribe(accounts, { email, form: await count(check(), 'newsletter'), ip: request.ip });
    return '/newsletter/sent';
  }
  const read = readContact(form.form, fields);
  if (read.entry === undefined) throw new DomainError('validation_failed', { fields: read.problems });
  const passed = await count(check(), 'contact');
  const reference = await keep(accounts, { entry: read.entry, form: passed, language: languageOfRequest(request) });
  return `/contact-us/sent?reference=${reference}`;
}

interface Shown {
  readonly form: FormPage;
  readonly fields: Readonly<Record<string, string>>;
  readonly problems: FieldErrors;
}

/** The page with what was typed, what is wrong with it, and a token of its own. */
async function show(forms: Forms, reply: FastifyReply, { form, fields, problems }: Shown): Promise<FastifyReply> {
  const isWrong = Object.keys(problems).length > 0;
  const values: Record<string, string> = {
    FORM_TOKEN: forms.gate.issue(),
    PROBLEM: isWrong ? (problems.token?.[0] ?? 'Nothing was sent yet. Correct what is marked below.') : '',
  };
  for (const name of FIELD_NAMES) {
    values[`VALUE_${name.toUpperCase()}`] = fields[name] ?? '';
    values[`PROBLEM_${name.toUpperCase()}`] = problems[name]?.[0] ?? '';
    values[`INVALID_${name.toUpperCase()}`] = String(problems[name] !== undefined);
  }
  return send(reply, await filled(forms, form.file, values));
}

const FIELD_NAMES = [
  'name',
  'email',
  'subject',
  'message',
  'company',
  'website',
  'subscribers',
  'daily_visitors',
  'eu_audience',
  'real_users',
];

async function filled({ page }: Forms, file: string, values: Readonly<Record<string, string>>): Promise<FilledPage> {
  const { plain, styles } = await page(file);
  return { html: fillIn(plain.toString(), values), styles };
}

interface FilledPage {
  readonly html: string;
  readonly styles: readonly string[];
}

/** Each answer has a token of its own, so no cache keeps one. */
function send(reply: FastifyReply, { html, styles }: FilledPage): FastifyReply {
  return reply.allowStyles(styles).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
}
