import { Data } from '../../../contract/basics.ts';
import { SiteRates } from '../../../contract/demo.ts';
import { currentRates } from '../../../db/rates/rates.ts';
import { readDefaultPlan } from '../../../db/shops/fee-plan.ts';
import { ASSETS, type Mode } from '../../../domain/assets/assets.ts';
import { brieflyCached } from '../../../monitoring/briefly-cached.ts';
import { isConversionPossible } from '../../../settings/hedging.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { ServerDeps } from '../../deps.ts';

/** How long one reading serves every visitor: rates change about that often. */
const KEPT_MS = 10_000;

/** `/site-rates.json`: what the calculator of the landing page and the prices counts with. */
export function calculatorRoute(app: App, deps: ServerDeps): void {
  const rates = brieflyCached(() => read(deps), KEPT_MS);
  app.get(
    '/site-rates.json',
    {
      config: anyone('Rates and the advertised fees are public.'),
      schema: { hide: true, response: { 200: Data(SiteRates) } },
    },
    async () => ({ data: await rates() }),
  );
}

/** Production's rates; those of the sandbox where production has none. */
async function read(deps: ServerDeps): Promise<SiteRates> {
  const production = await ratesOf(deps, 'production');
  const mode = production.length > 0 ? 'production' : 'sandbox';
  const rates = mode === 'production' ? production : await ratesOf(deps, mode);
  const { invoice = 0, conversion = 0 } = await readDefaultPlan(deps.db);
  return {
    rates: rates.map(({ asset, value, sampledAt }) => ({ asset, value, sampled_at: sampledAt.toISOString() })),
    converts: isConversionPossible(deps.config, mode),
    fees: { invoice, conversion },
  };
}

function ratesOf({ db }: ServerDeps, mode: Mode) {
  return currentRates(db, { mode, assets: ASSETS, currencies: ['EUR'] });
}
