import { join } from 'node:path';
import { readStatusDays } from '../../db/site/status-days.ts';
import { historyOf } from '../../domain/site/status-history.ts';
import { brieflyCached } from '../../monitoring/briefly-cached.ts';
import type { Readiness } from '../../monitoring/health.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import type { ServerDeps } from '../deps.ts';
import { fillIn, settingsOf } from '../pages/site-values.ts';
import { statusValues } from '../pages/status-page.ts';
import { inlineStylesOf } from '../plugins/inline-styles.ts';
import { HTML, readPage } from '../site-pages.ts';
import { currentParts } from '../status/parts.ts';

const KEPT_MS = 5_000;

/**
 * `/status`: what the health checks say now and said in 90 days, in words for everybody. It is made at most every five
 * seconds, however many people look, and is there while the database is not.
 */
export function statusRoute(app: App, folder: string, deps: ServerDeps, readiness: () => Promise<Readiness>): void {
  const { config, db, now } = deps;
  const page = brieflyCached(async () => {
    const built = await readPage(join(folder, 'pages'), 'status.html');
    const found = await readiness();
    const parts = await currentParts(deps, found);
    const nowMs = now();
    const names = parts.map(({ part }) => part);
    const hasDatabase = found.dependencies.postgres?.state !== 'down';
    const recorded = hasDatabase ? await readStatusDays(db, nowMs) : { days: [], firstMs: null };
    const history = historyOf(names, recorded.days, { firstMs: recorded.firstMs, nowMs });
    const html = fillIn(built, { ...settingsOf(config), ...statusValues({ parts, history, nowMs }) });
    return { html, styles: inlineStylesOf(built) };
  }, KEPT_MS);
  app.get('/status', { config: anyone('Pages for visitors.'), schema: { hide: true } }, async (_request, reply) => {
    const { html, styles } = await page();
    return reply.allowIndexing().allowStyles(styles).type(HTML).header('cache-control', 'no-store').send(html);
  });
}
