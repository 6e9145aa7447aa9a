import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Data, IdParams } from '../../../contract/basics.ts';
import { DemoWebhook, MadeDemo, NewDemoBody, PlayDemoBody } from '../../../contract/demo.ts';
import { gates } from '../../../domain/assets/assets.ts';
import { isDemoAct } from '../../../domain/demo/cases.ts';
import { DomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { isSimulated } from '../../../settings/config.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { Accounts } from '../../auth/accounts.ts';
import type { ServerDeps } from '../../deps.ts';
import { demoTroublePage } from '../../pages/demo-trouble-page.ts';
import { sendFixed } from '../../plugins/fixed-document.ts';
import { formOf, readForms, refusalOf } from '../../plugins/forms.ts';
import type { PageOf } from '../../site-pages.ts';
import { type DemoDesk, openDemoDesk } from './desk.ts';

/** On the site, and to be embedded by any other site. */
const PLACES = ['demo', 'demo-iframe'] as const;
type Place = (typeof PLACES)[number];

const config = anyone('The demo moves no money; it is limited by network and in total.');

/**
 * The public demo: `/demo` and `/demo-iframe` with the two steps, and the invoices that they make. Everything works by
 * plain forms; the calls are for the script of the pages. It is there where the sandbox simulates a network.
 */
export async function demoRoutes(app: App, deps: ServerDeps, accounts: Accounts, page: PageOf): Promise<void> {
  if (!Object.values(gates).some(({ network }) => isSimulated(deps.config, 'sandbox', network))) return;
  const desk = openDemoDesk(deps, accounts);
  for (const place of PLACES) pageRoutes(app, place, desk, page);
  await app.register(async (scope) => {
    readForms(scope, 8192);
    for (const place of PLACES) formRoutes(scope, place, desk);
  });
  callRoutes(app, desk);
}

interface PageRoute {
  Params: { id: string };
}

function pageRoutes(app: App, place: Place, desk: DemoDesk, page: PageOf): void {
  const options = { config, schema: { hide: true } };
  app.get(`/${place}`, options, async (request, reply) => {
    const document = await page(`${place}.html`);
    return sendFixed(request, place === 'demo' ? reply.allowIndexing() : framed(reply), document);
  });
  app.get<PageRoute>(`/${place}/invoice/:id`, options, async (request, reply) => {
    const shown = place === 'demo' ? reply : framed(reply);
    try {
      const id = parseId(request.params.id);
      await desk.check(id);
      const { type, plain, styles } = await page(`${place}-invoice.html`);
      const html = plain.toString('utf8').replaceAll('__DEMO_ID__', id);
      return shown.allowOwnFrames().allowStyles(styles).header('cache-control', 'no-store').type(type).send(html);
    } catch (error) {
      return trouble(shown, place, error);
    }
  });
}

/** Forms that browsers without script send. */
function formRoutes(app: App, place: Place, desk: DemoDesk): void {
  const answer = async (reply: FastifyReply, act: () => Promise<string>) => {
    const shown = place === 'demo' ? reply : framed(reply);
    try {
      return await shown.redirect(`/${place}/invoice/${await act()}`, 303);
    } catch (error) {
      return trouble(shown, place, error);
    }
  };
  app.post(`/${place}`, { config, schema: { hide: true } }, async (request, reply) =>
    answer(reply, async () => desk.make(request, checked(request))),
  );
  app.post<PageRoute>(`/${place}/invoice/:id`, { config, schema: { hide: true } }, async (request, reply) =>
    answer(reply, async () => {
      const id = parseId(request.params.id);
      const act = formOf(request).get('act') ?? '';
      if (!isDemoAct(act)) throw new DomainError('validation_failed');
      await desk.play(request, id, act);
      return id;
    }),
  );
}

/** Calls that the script of the pages makes. */
function callRoutes(app: App, desk: DemoDesk): void {
  app.post(
    '/demo/invoices',
    { config, schema: { hide: true, body: NewDemoBody, response: { 201: Data(MadeDemo) } } },
    async (request, reply) => reply.code(201).send({ data: { id: await desk.make(request, request.body) } }),
  );
  app.post(
    '/demo/invoices/:id/plays',
    { config, schema: { hide: true, params: IdParams, body: PlayDemoBody, response: { 202: Data(PlayDemoBody) } } },
    async (request, reply) => {
      await desk.play(request, parseId(request.params.id), request.body.act);
      return reply.code(202).send({ data: request.body });
    },
  );
  app.get(
    '/demo/invoices/:id/webhooks.json',
    { config, schema: { hide: true, params: IdParams, response: { 200: Data(Type.Array(DemoWebhook)) } } },
    async (request, reply) =>
      reply.header('cache-control', 'no-store').send({ data: await desk.webhooks(parseId(request.params.id)) }),
  );
}

/**
 * The values of the form, as the same object that the script sends: empty fields are left out.
 * @throws DomainError `validation_failed`
 */
function checked(request: FastifyRequest): NewDemoBody {
  const form = formOf(request);
  const single = [...form].filter(([name, value]) => name !== 'gates[]' && value !== '');
  const chosen = form.getAll('gates[]');
  const body: unknown = { ...Object.fromEntries(single), ...(chosen.length === 0 ? {} : { gates: chosen }) };
  // The compiler of this server (plugins/validation.ts) answers with the refusal itself.
  const { error } = request.compileValidationSchema(NewDemoBody, 'body')(body) as unknown as { error?: Error };
  if (error !== undefined) throw error;
  return body as NewDemoBody;
}

/** Any site may show it: it asks for nothing and moves nothing. */
function framed(reply: FastifyReply): FastifyReply {
  return reply.allowFraming(['*']);
}

function trouble(reply: FastifyReply, place: Place, error: unknown): FastifyReply {
  return demoTroublePage(reply, `/${place}`, refusalOf(reply, error));
}
