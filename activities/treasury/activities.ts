import { cancellationSignal } from '@temporalio/activity';
import type { Db } from '../../db/core/sequelize.ts';
import { transferSettings } from '../../db/treasury/moves/settings.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import type { HedgedAsset } from '../../domain/treasury/exchanges.ts';
import type { Config } from '../../settings/config.ts';
import { hedgingOf } from '../../settings/hedging.ts';
import type { OpenedExchanges } from '../exchanges/open.ts';
import { pause } from '../pause.ts';
import { repeatCheck, type TurnInput } from '../repeated-check.ts';
import type { HedgeFaultPoint } from './follow-order.ts';
import { hedgeOnce } from './hedger.ts';
import { moveMoneyOnce } from './transfers.ts';
import { newTreasuryMemory, watchTreasuryOnce } from './watch.ts';

export interface TreasuryActivityDeps {
  readonly db: Db;
  readonly config: Config;
  readonly exchanges: Pick<OpenedExchanges, 'of'>;
  readonly nowMs: () => number;
  readonly faultPoint?: (name: HedgeFaultPoint) => void;
}

export interface HedgeInput extends TurnInput {
  readonly mode: Mode;
  readonly asset: HedgedAsset;
}

export type TreasuryActivities = ReturnType<typeof createTreasuryActivities>;

/** The pace of a hedger whose position rests, and of one that follows an order. */
const REST_MS = 3_000;
const FOLLOW_MS = 500;
const MOST_STEPS = 6;
const WATCH_EVERY_MS = 60_000;

/** The activities of the treasury's workflows. */
export function createTreasuryActivities(deps: TreasuryActivityDeps) {
  const { config, exchanges, nowMs } = deps;
  return {
    /** Hedges one asset for one turn. Its last action is its heartbeat. */
    hedge: ({ mode, asset, turnMs }: HedgeInput) => {
      const hedger = { ...deps, exchanges: exchanges.of(mode) };
      return repeatCheck({ turnMs, everyMs: REST_MS, nowMs }, async () => {
        let round = await hedgeOnce(hedger, { mode, asset });
        // An order usually ends within a second, so it is not left alone for a whole pause.
        for (let step = 1; step < MOST_STEPS && round.isUnderWay; step += 1) {
          await pause(cancellationSignal(), FOLLOW_MS);
          round = await hedgeOnce(hedger, { mode, asset });
        }
        return { did: round.did };
      });
    },

    /** Moves own money, compares exchanges with the books and values positions, every minute for one turn. */
    watchTreasury: ({ mode, turnMs }: TurnInput & { readonly mode: Mode }) => {
      const memory = newTreasuryMemory(nowMs());
      const isSimulated = hedgingOf(config, mode) === 'simulated';
      const treasury = { ...deps, mode, isSimulated, exchanges: exchanges.of(mode) };
      const settings = transferSettings(config);
      return repeatCheck({ turnMs, everyMs: WATCH_EVERY_MS, nowMs }, async () => {
        // First, so that a deposit is booked before it is compared.
        const transfers = await moveMoneyOnce({ db: deps.db, mode, settings, exchanges: exchanges.of(mode), nowMs });
        return { ...(await watchTreasuryOnce(treasury, memory)), transfers };
      });
    },
  };
}
