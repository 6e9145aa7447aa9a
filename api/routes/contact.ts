import { Data } from '../../contract/basics.ts';
import { ContactReceipt, contactBody, FormTicket, NewsletterBody } from '../../contract/contact.ts';
import { errorResponses } from '../../contract/errors.ts';
import { mayTry } from '../../db/accounts/lockouts.ts';
import { inTransaction, retrying } from '../../db/core/sequelize.ts';
import { applyAsPartner } from '../../db/partners/apply.ts';
import { openSiteTicket } from '../../db/support/site.ts';
import { askForUpdates } from '../../db/updates/subscribers.ts';
import { DomainError } from '../../domain/errors.ts';
import { CONTACT_KINDS, type ContactEntry, readContact } from '../../domain/forms/contact.ts';
import { MIN_AGE_MS, NEWSLETTER_CONSENT } from '../../domain/forms/gate.ts';
import { PROOF_BITS } from '../../domain/forms/proof-of-work.ts';
import type { Language } from '../../domain/languages.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import type { Accounts } from '../auth/accounts.ts';
import { languageOfRequest } from '../auth/client.ts';
import type { FormGate, PassedForm } from '../forms/form-gate.ts';

const tags = ['Visitors'];

/**
 * Messages of visitors: the forms of spec §7, and sign-ups for product updates. Pages post the same without a script.
 */
export function contactRoutes(app: App, { db, secrets, now }: Accounts, gate: FormGate): void {
  app.get(
    '/spa/contact/form',
    {
      config: anyone('Visitors write.'),
      schema: { tags, summary: 'Get a token to send a form with', response: { 200: Data(FormTicket) } },
    },
    async (_request, reply) => {
      const data = { token: gate.issue(), proof_bits: PROOF_BITS, wait_ms: MIN_AGE_MS.proven };
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );

  for (const kind of CONTACT_KINDS) {
    app.post(
      `/spa/contact/${kind}`,
      {
        config: anyone('Visitors write; a token and a proof of work come with each form.'),
        schema: {
          tags,
          summary: SUMMARIES[kind],
          body: contactBody(kind),
          description: 'Sent twice, a message is kept once.',
          response: { 202: Data(ContactReceipt), ...errorResponses(409) },
        },
      },
      async (request, reply) => {
        const { token, proof, fax = '', ...fields } = request.body as Record<string, unknown> & SentFields;
        const read = readContact(kind, textsOf(fields));
        if (read.entry === undefined) throw invalid(read.problems);
        const form = gate.check({ token, proof, trap: fax });
        await gate.count(request, form, 'contact');
        const reference = await keep({ db, now }, { entry: read.entry, form, language: languageOfRequest(request) });
        return reply.code(202).send({ data: { reference } });
      },
    );
  }

  app.post(
    '/spa/contact/newsletter',
    {
      config: anyone('Visitors subscribe; a token and a proof of work come with each form.'),
      schema: {
        tags,
        summary: 'Ask for product updates',
        body: NewsletterBody,
        description: 'The answer is the same for every address; the subscription needs the link of the email.',
        response: { 202: Data(ContactReceipt) },
      },
    },
    async (request, reply) => {
      const { token, proof, fax = '', email } = request.body;
      const form = gate.check({ token, proof, trap: fax });
      await gate.count(request, form, 'newsletter');
      await subscribe({ db, secrets }, { email, form, ip: request.ip });
      return reply.code(202).send({ data: { reference: form.token.reference } });
    },
  );
}

const SUMMARIES = {
  'contact-us': 'Write to support',
  'contact-us-partner': 'Propose a partnership',
  partner: 'Apply as a brand ambassador',
} as const;

interface SentFields {
  readonly token: string;
  readonly proof: string;
  readonly fax?: string;
}

function textsOf(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? yes(value) : String(value),
  ]);
  return Object.fromEntries(texts);
}

function yes(value: boolean): string {
  return value ? 'yes' : '';
}

function invalid(fields: NonNullable<DomainError['fields']>): DomainError {
  return new DomainError('validation_failed', { fields });
}

interface Kept {
  readonly form: PassedForm;
  readonly entry: ContactEntry;
  readonly language: Language;
}

/**
 * Opens a ticket, and makes an application of a form that applies for a partnership.
 * @returns the reference. Messages of programs are not kept, and answered as if they were
 */
export async function keep(
  { db, now }: Pick<Accounts, 'db' | 'now'>,
  { entry, form, language }: Kept,
): Promise<string> {
  const { token, wasProven, isTrapped } = form;
  if (isTrapped) return token.reference;
  return retrying(() =>
    inTransaction(db, async (tx) => {
      const nowMs = now();
      const reference = await openSiteTicket(tx, { entry, reference: token.reference, wasProven, language, nowMs });
      await applyAsPartner(tx, { entry, reference, language, nowMs });
      return reference;
    }),
  );
}

/** One form asks for one address: a proof of work is not used again for the next one. */
export async function subscribe(
  { db, secrets }: Pick<Accounts, 'db' | 'secrets'>,
  { email, form: { token, isTrapped }, ip }: Pick<Kept, 'form'> & { readonly email: string; readonly ip: string },
): Promise<void> {
  if (isTrapped) return;
  await retrying(() =>
    inTransaction(db, async (tx) => {
      const key = token.hash.toString('base64url');
      const isFirst = await mayTry(tx, secrets, { scope: 'newsletter:form', key, tries: 1, minutes: 1_500 });
      if (isFirst) await askForUpdates(tx, { email, ip, consent: NEWSLETTER_CONSENT });
    }),
  );
}
