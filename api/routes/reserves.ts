import { join } from 'node:path';
import { documentKeys } from '../../db/documents/keys.ts';
import { signedAddresses } from '../../db/reserves/addresses.ts';
import { type PublishedDay, publishedDay, publishedDays, reserveAssets } from '../../db/reserves/days.ts';
import { type GateId, gates, isCryptoGateId, type Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { reserveMessage } from '../../domain/reserves/message.ts';
import { isDay } from '../../domain/text/day.ts';
import { bankOf } from '../../settings/bank.ts';
import { isSimulated } from '../../settings/config.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import type { ServerDeps } from '../deps.ts';
import { reservesValues, type ShownDay } from '../pages/reserves-page.ts';
import { offlineVerifier } from '../pages/reserves-verifier.ts';
import { fillIn, settingsOf } from '../pages/site-values.ts';
import { inlineStylesOf } from '../plugins/inline-styles.ts';
import { HTML, readPage } from '../site-pages.ts';

type DayQuery = { Querystring: { mode?: unknown; day?: unknown } };

/** Days that the page lists. */
const DAYS_LISTED = 31;

/**
 * The proof of reserves for everyone: the page of a day, the file with its statement, addresses and signatures, and the
 * verifier that works offline. Everything here is the same for everybody; balances of merchants are in no answer.
 */
export function reserveRoutes(app: App, siteFolder: string, deps: ServerDeps): void {
  const config = anyone('The proof of reserves is for everyone.');
  const hidden = { config, schema: { hide: true } } as const;
  if (deps.config.hasSite) {
    app.get<DayQuery>('/reserves', hidden, async ({ query }, reply) => {
      const mode = modeOf(query.mode);
      const built = await readPage(join(siteFolder, 'pages'), 'reserves.html');
      const days = await publishedDays(deps.db, { mode, limit: DAYS_LISTED });
      const published = query.day === undefined ? days[0] : await dayNamed(deps, mode, String(query.day));
      if (published === undefined && query.day !== undefined) throw new DomainError('not_found');
      const shown = published === undefined ? null : await shownDay(deps, published);
      const values = reservesValues({ mode, shown, days: days.map(({ day }) => day) });
      const html = fillIn(built, { ...settingsOf(deps.config), ...values });
      return reply
        .allowIndexing()
        .allowStyles(inlineStylesOf(built))
        .type(HTML)
        .header('cache-control', 'no-store')
        .send(html);
    });
  }
  let verifier: Promise<string> | undefined;
  app.get('/reserves/verifier.html', hidden, async (_request, reply) => {
    verifier ??= offlineVerifier();
    // Saved and opened from the disk: in a page of ours, its script would need a hole in the policy.
    void reply.header('content-disposition', 'attachment; filename="tidegate-reserves-verifier.html"');
    return reply
      .type(HTML)
      .header('cache-control', 'no-store')
      .send(await verifier);
  });
  app.get<DayQuery & { Params: { file: string } }>('/reserves/:file', hidden, async ({ query, params }, reply) => {
    const [, day = ''] = /^(.+)\.json$/.exec(params.file) ?? [];
    const published = await dayNamed(deps, modeOf(query.mode), day);
    if (published === undefined) throw new DomainError('not_found');
    const shown = await shownDay(deps, published);
    return reply
      .serializer(JSON.stringify)
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await publicFile(shown));
  });
}

function modeOf(text: unknown): Mode {
  return text === 'sandbox' ? 'sandbox' : 'production';
}

async function dayNamed({ db }: Pick<ServerDeps, 'db'>, mode: Mode, day: string): Promise<PublishedDay | undefined> {
  return isDay(day) ? publishedDay(db, { mode, day }) : undefined;
}

async function shownDay({ db, config }: ServerDeps, published: PublishedDay): Promise<ShownDay> {
  const { mode } = published;
  const key = (await documentKeys(db)).find(({ id }) => id === published.keyId);
  return {
    published,
    assets: await reserveAssets(db, published),
    addresses: await signedAddresses(db, published),
    publicKey: key?.publicKey ?? '',
    isSimulated: (gateId: GateId) =>
      isCryptoGateId(gateId) ? isSimulated(config, mode, gates[gateId].network) : bankOf(config, mode) === 'simulated',
  };
}

/** Everything that anyone needs to check a day: without a merchant, a salt or a key path. */
async function publicFile({ published, assets, addresses, publicKey, isSimulated: simulated }: ShownDay) {
  const { mode, day, moment, statement } = published;
  const { createHash } = await import('node:crypto');
  const statementSha256 = createHash('sha256').update(statement).digest('base64url');
  return {
    mode,
    day,
    moment: moment.toISOString(),
    statement,
    public_key: publicKey,
    assets: assets.map(({ gateId, owedMinor, provenMinor }) => ({
      gate_id: gateId,
      owed_minor: String(owedMinor),
      proven_minor: provenMinor === null ? null : String(provenMinor),
      simulated: simulated(gateId),
    })),
    addresses: addresses.map(({ network, address, amounts, readAt, publicKey: addressKey, signature }) => ({
      network,
      address,
      amounts_minor: amounts,
      read_at: readAt.toISOString(),
      message: reserveMessage({ mode, network, address, day, statementSha256 }),
      public_key: addressKey,
      signature,
    })),
  };
}
