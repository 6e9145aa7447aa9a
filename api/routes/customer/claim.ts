import { createClaim, recordUnsupported } from '../../../db/claims/create.ts';
import { type FoundVerdict, findPaidInvoice, findVerdict } from '../../../db/claims/find.ts';
import { createClaimTokens } from '../../../db/claims/tokens.ts';
import { inTransaction, retrying } from '../../../db/core/sequelize.ts';
import { payoutSettings } from '../../../db/payouts/settings.ts';
import { type DomainError, isDomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { type Language, requestedLanguage } from '../../../domain/languages.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { Accounts } from '../../auth/accounts.ts';
import type { ServerDeps } from '../../deps.ts';
import {
  type ClaimFields,
  type ClaimPage,
  type ClaimPageInvoice,
  type ClaimProblem,
  claimGonePage,
  claimPage,
  NO_FIELDS,
} from '../../pages/claim-page.ts';
import { formOf, readForms, refusalOf } from '../../plugins/forms.ts';
import { limitFinding } from './find-limits.ts';

interface ClaimParams {
  Params: { id: string };
  /** `transaction` fills the field in for a payer who comes from a page that knows it. */
  Querystring: { lang?: unknown; transaction?: unknown };
  Body: URLSearchParams | undefined;
}

/**
 * `/invoice/{uuid}/claim`: the payer pastes a transaction, reads what became of it, and claims a payment that went
 * astray. Plain forms, so it needs no script. The invoice's link is the capability; a claim also needs the verdict's
 * token.
 */
export async function claimRoutes(app: App, deps: ServerDeps, accounts: Accounts): Promise<void> {
  app.get<ClaimParams>('/invoice/:id/claim', open, async (request, reply) => {
    const language = requestedLanguage(request.query.lang, request.headers['accept-language']);
    const invoice = await findInvoice(deps, request.params.id);
    if (invoice === undefined) return claimGonePage(reply, language);
    const transaction = typeof request.query.transaction === 'string' ? request.query.transaction.slice(0, 500) : '';
    return claimPage(reply, { language, invoice, fields: { ...NO_FIELDS, transaction } });
  });

  // A form is read on this route only.
  await app.register(async (scope) => {
    readForms(scope, 4096);
    scope.post<ClaimParams>('/invoice/:id/claim', open, async (request, reply) => {
      const language = requestedLanguage(request.query.lang, request.headers['accept-language']);
      const invoice = await findInvoice(deps, request.params.id);
      if (invoice === undefined) return claimGonePage(reply, language);
      const form = formOf(request);
      const requested = { invoice, language, fields: fieldsOf(form), token: form.get('token') };
      try {
        await limitFinding(deps, accounts, { ip: request.ip, invoiceId: invoice.id });
        return claimPage(reply, await answer(deps, requested));
      } catch (error) {
        return claimPage(reply, { ...requested, problem: problemOf(refusalOf(reply, error)) });
      }
    });
  });
}

const open = { config: anyone('The id of the invoice is the capability.'), schema: { hide: true } };

interface Requested {
  readonly invoice: ClaimPageInvoice;
  readonly language: Language;
  readonly fields: ClaimFields;
  /** Of the verdict; null: the payer asks for one. */
  readonly token: string | null;
}

async function answer(deps: ServerDeps, requested: Requested): Promise<ClaimPage> {
  const { db, config, now } = deps;
  const { invoice, language, fields, token } = requested;
  const settings = payoutSettings(config);
  const scope = { by: 'payer', invoiceId: invoice.id } as const;
  const tokens = createClaimTokens(config.encryptionKey);
  const text = fields.transaction;
  const shown = async (problem: ClaimProblem | null = null): Promise<ClaimPage> => {
    const verdict = await findVerdict(db, settings, { scope, text });
    if (verdict === undefined) return { invoice, language, fields, problem: 'noTransaction' };
    await inTransaction(db, (tx) => recordUnsupported(tx, verdict, now()));
    return { invoice, language, fields, problem, found: { verdict, token: tokenFor(verdict) } };
  };
  const tokenFor = ({ code, payment }: FoundVerdict) =>
    code === 'claimable' && payment !== null
      ? tokens.make({ invoiceId: invoice.id, paymentId: payment.paymentId, nowMs: now() })
      : null;
  if (token === null) return shown();
  const { address, memo, email } = fields;
  if (!isEmail(email)) return shown('badEmail');
  const paymentId = tokens.read(token, { invoiceId: invoice.id, nowMs: now() });
  try {
    await retrying(() =>
      inTransaction(db, (tx) =>
        createClaim(tx, settings, {
          scope,
          text,
          paymentId,
          address,
          destinationTag: memo === '' ? null : memo,
          email,
          language,
          claimedBy: null,
          nowMs: now(),
        }),
      ),
    );
  } catch (error) {
    const problem = isDomainError(error) ? FORM_PROBLEMS[error.code] : undefined;
    if (problem === undefined) throw error;
    return shown(problem);
  }
  return { invoice, language, received: { email } };
}

/** Problems that the payer can correct, or that come from a change meanwhile: shown with the form. */
const FORM_PROBLEMS: Partial<Record<DomainError['code'], ClaimProblem>> = {
  address_invalid: 'badAddress',
  destination_tag_invalid: 'badTag',
  gate_not_offered: 'gateClosed',
  network_unavailable: 'gateClosed',
  conflict: 'changed',
};

function problemOf({ code }: DomainError): ClaimProblem {
  if (code === 'rate_limited') return 'tooMany';
  return code === 'link_expired' || code === 'not_found' ? 'expired' : 'trouble';
}

function fieldsOf(form: URLSearchParams): ClaimFields {
  const field = (name: keyof ClaimFields, most: number) => (form.get(name) ?? '').trim().slice(0, most);
  return {
    transaction: field('transaction', 500),
    address: field('address', 200),
    memo: field('memo', 20),
    email: field('email', 254),
  };
}

function isEmail(text: string): boolean {
  const [name = '', domain = '', ...more] = text.split('@');
  return more.length === 0 && name !== '' && /^[^\s<>"]+$/.test(name) && /^[a-z0-9.-]+\.[a-z]{2,}$/i.test(domain);
}

async function findInvoice({ db }: ServerDeps, id: string): Promise<ClaimPageInvoice | undefined> {
  try {
    return await findPaidInvoice(db, parseId(id));
  } catch (error) {
    if (isDomainError(error, 'not_found')) return undefined;
    throw error;
  }
}
