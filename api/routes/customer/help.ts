import { takeTry } from '../../../db/accounts/lockouts.ts';
import { findPaidInvoice, type PaidInvoice } from '../../../db/claims/find.ts';
import { inTransaction, retrying } from '../../../db/core/sequelize.ts';
import { openTicket } from '../../../db/support/write.ts';
import { isEmailAddress } from '../../../domain/accounts/email-address.ts';
import { networkOf } from '../../../domain/assets/network.ts';
import { isDomainError } from '../../../domain/errors.ts';
import { isUuid, newId, parseId } from '../../../domain/ids.ts';
import { type Language, requestedLanguage } from '../../../domain/languages.ts';
import { MAX_MESSAGE_LENGTH, MAX_SUBJECT_LENGTH } from '../../../domain/support/ticket.ts';
import { readableText } from '../../../domain/support/written.ts';
import { withoutLinks } from '../../../domain/text/plain-text.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { Accounts } from '../../auth/accounts.ts';
import type { ServerDeps } from '../../deps.ts';
import { type HelpFields, type HelpProblem, helpGonePage, helpPage, helpReceivedPage } from '../../pages/help-page.ts';
import { formOf, readForms, refusalOf } from '../../plugins/forms.ts';

interface HelpParams {
  Params: { id: string };
  Querystring: { lang?: unknown };
  Body: URLSearchParams | undefined;
}

const open = { config: anyone('The id of the invoice is the capability.'), schema: { hide: true } };
const PATH = '/invoice/:id/help';

/** One network, and one invoice, may open so many tickets. */
const BY_NETWORK = { scope: 'help:network', tries: 10, minutes: 60 } as const;
const BY_INVOICE = { scope: 'help:invoice', tries: 5, minutes: 60 } as const;

/** Each character of the longest message may take nine bytes of a form. */
const FORM_BYTES = 9 * MAX_MESSAGE_LENGTH + 4096;

/**
 * `/invoice/{uuid}/help`: the payer writes to support about an invoice and is answered by mail. A plain form, so it
 * needs no script. Anybody with the link may enter any address; the mail to it has nothing of the message, and few go
 * to one address (`ticket-mails.ts`).
 */
export async function helpRoutes(app: App, deps: ServerDeps, accounts: Accounts): Promise<void> {
  app.get<HelpParams>(PATH, open, async (request, reply) => {
    const language = requestedLanguage(request.query.lang, request.headers['accept-language']);
    const invoice = await findInvoice(deps, request.params.id);
    if (invoice === undefined) return helpGonePage(reply, language);
    return helpPage(reply, { language, invoice, fields: { messageId: newId(), email: '', text: '' } });
  });

  // A form is read on this route only.
  await app.register(async (scope) => {
    readForms(scope, FORM_BYTES);
    scope.post<HelpParams>(PATH, open, async (request, reply) => {
      const language = requestedLanguage(request.query.lang, request.headers['accept-language']);
      const invoice = await findInvoice(deps, request.params.id);
      if (invoice === undefined) return helpGonePage(reply, language);
      const fields = fieldsOf(formOf(request));
      const problem = problemOf(fields);
      if (problem !== null) return helpPage(reply.code(422), { language, invoice, fields, problem });
      try {
        await takeTry(deps.db, accounts.secrets, { ...BY_NETWORK, key: networkOf(request.ip) });
        await takeTry(deps.db, accounts.secrets, { ...BY_INVOICE, key: invoice.id });
        const reference = await ask(deps, { invoice, language, fields });
        const hours = deps.config.support.answerHours;
        return helpReceivedPage(reply, { language, invoice, reference, hours, email: fields.email });
      } catch (error) {
        const { code } = refusalOf(reply, error);
        return helpPage(reply, { language, invoice, fields, problem: code === 'rate_limited' ? 'tooMany' : 'trouble' });
      }
    });
  });
}

interface HelpRequest {
  readonly invoice: PaidInvoice;
  readonly language: Language;
  readonly fields: HelpFields;
}

/** @returns the reference of the ticket */
async function ask({ db, now }: ServerDeps, { invoice, language, fields }: HelpRequest): Promise<string> {
  const { messageId, email, text } = fields;
  const { row } = await retrying(() =>
    inTransaction(db, (tx) =>
      openTicket(tx, {
        source: 'invoice_page',
        merchantId: invoice.merchantId,
        userId: null,
        about: { kind: 'invoice', id: invoice.id, mode: invoice.mode },
        name: 'Payer',
        email,
        language,
        subject: subjectOf(text),
        message: { id: messageId, text },
        nowMs: now(),
      }),
    ),
  );
  return row.reference;
}

/** For the list of tickets: the first line, in which nothing becomes a link. */
function subjectOf(text: string): string {
  const [line = ''] = text.split('\n');
  const subject = withoutLinks(line).slice(0, MAX_SUBJECT_LENGTH).toWellFormed().trim();
  return subject === '' ? 'Question about an invoice' : subject;
}

function fieldsOf(form: URLSearchParams): HelpFields {
  const message = (form.get('message') ?? '').toLowerCase();
  return {
    messageId: isUuid(message) ? message : newId(),
    email: (form.get('email') ?? '').trim().slice(0, 255),
    text: readableText(form.get('text') ?? ''),
  };
}

function problemOf({ email, text }: HelpFields): HelpProblem | null {
  if (!isEmailAddress(email)) return 'badEmail';
  return text === '' || text.length > MAX_MESSAGE_LENGTH ? 'badText' : null;
}

/** None where nothing can be mailed. */
async function findInvoice({ db, config }: ServerDeps, id: string): Promise<PaidInvoice | undefined> {
  if (config.smtpUrl === undefined) return undefined;
  try {
    return await findPaidInvoice(db, parseId(id));
  } catch (error) {
    if (isDomainError(error, 'not_found')) return undefined;
    throw error;
  }
}
