import type { FastifyRequest } from 'fastify';
import { takeTry } from '../../../db/accounts/lockouts.ts';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { createInvoice } from '../../../db/invoices/create.ts';
import { invoiceSettings } from '../../../db/invoices/settings.ts';
import { countPaymentLinkUse, type OpenPaymentLink, openPaymentLink } from '../../../db/shops/payment-links.ts';
import { networkOf } from '../../../domain/assets/network.ts';
import { isDomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { requestedLanguage } from '../../../domain/languages.ts';
import { currencyDecimals } from '../../../domain/money/currencies.ts';
import { formatAmount } from '../../../domain/money/money.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { Accounts } from '../../auth/accounts.ts';
import type { ServerDeps } from '../../deps.ts';
import { linkGonePage, payPage, payTroublePage } from '../../pages/pay-page.ts';
import { readButtons, refusalOf } from '../../plugins/forms.ts';
import { toNewInvoice } from '../../presenters/new-invoice.ts';

/** One address makes so many invoices by links and requests within a quarter of an hour. */
export const INVOICE_TRIES = { scope: 'pay:link', tries: 30, minutes: 15 } as const;

interface PayParams {
  Params: { id: string };
  Querystring: { lang?: unknown };
}

/**
 * `/pay/{id}`: what a payment link opens. The page says what is paid and to whom; only its button makes an invoice, so
 * that neither a preview of the link nor a crawler does.
 */
export async function payRoutes(app: App, deps: ServerDeps, accounts: Accounts): Promise<void> {
  const { db } = deps;
  app.get<PayParams>(
    '/pay/:id',
    { config: anyone('The id of the link is the capability.'), schema: { hide: true } },
    async (request, reply) => {
      const link = await find(deps, request.params.id);
      const language = requestedLanguage(request.query.lang, request.headers['accept-language']);
      if (link === undefined) return linkGonePage(reply, language);
      const amount = formatAmount(BigInt(link.amount_minor), currencyDecimals(link.currency));
      return payPage(reply, language, {
        ...link,
        amount,
        action: `/pay/${link.id}?lang=${language}`,
        lifetimeSeconds: deps.config.invoiceLifetimeSeconds,
      });
    },
  );

  // A form without fields is read on this route only.
  await app.register(async (scope) => {
    readButtons(scope);
    scope.post<PayParams>(
      '/pay/:id',
      { config: anyone('The id of the link is the capability.'), schema: { hide: true } },
      async (request, reply) => {
        const link = await find(deps, request.params.id);
        const language = requestedLanguage(request.query.lang, request.headers['accept-language']);
        if (link === undefined) return linkGonePage(reply, language);
        try {
          await takeTry(db, accounts.secrets, { ...INVOICE_TRIES, key: networkOf(request.ip) });
          return reply.redirect(await makeInvoice(deps, link), 303);
        } catch (error) {
          refusalOf(reply, error);
          return payTroublePage(reply, language);
        }
      },
    );
  });
}

async function find({ db }: ServerDeps, id: FastifyRequest['id']): Promise<OpenPaymentLink | undefined> {
  try {
    return await openPaymentLink(db, parseId(id));
  } catch (error) {
    if (isDomainError(error, 'not_found')) return undefined;
    throw error;
  }
}

/** @returns the path of the page of a new invoice as the link and the profile of now say */
async function makeInvoice({ db, config, now }: ServerDeps, link: OpenPaymentLink): Promise<string> {
  const { id, title, description, currency, gates, success_url, profile_id: profileId, mode, domain } = link;
  const body = {
    amount: formatAmount(BigInt(link.amount_minor), currencyDecimals(currency)),
    currency,
    description: description === null ? title : `${title}\n${description}`.slice(0, 1000),
    gates: gates ?? undefined,
    success_url: success_url ?? undefined,
    metadata: { payment_link: id },
  };
  const input = { ...toNewInvoice(body, { profileId, mode, domain }, now()), isForPayer: true };
  const { invoice } = await inTransaction(db, async (tx) => {
    const created = await createInvoice(tx, invoiceSettings(config), input);
    await countPaymentLinkUse(tx, id);
    return created;
  });
  return `/invoice/${invoice.id}`;
}
