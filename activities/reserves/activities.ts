import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import type { SecretBox } from '../../db/core/secret-box.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { documentSigner } from '../../db/documents/keys.ts';
import { openReserveDays, publishReserveDay, type ReserveDayKey, reserveAssets } from '../../db/reserves/days.ts';
import { makeReserveDay } from '../../db/reserves/make-day.ts';
import type { ReserveAssetRow } from '../../db/reserves/rows.ts';
import { gateDecimals, MODES, NETWORKS, type Network } from '../../domain/assets/assets.ts';
import { formatTrimmed } from '../../domain/money/money.ts';
import { unprovenMinor } from '../../domain/reserves/coverage.ts';
import { bankOf } from '../../settings/bank.ts';
import { type Config, isOpen, isSimulated } from '../../settings/config.ts';

export type ReserveActivities = ReturnType<typeof createReserveActivities>;

/** A day that is not public yet, with the networks whose addresses can prove it. */
export interface OpenReserveDay extends ReserveDayKey {
  readonly networks: readonly Network[];
}

interface ReserveActivityDeps {
  readonly db: Db;
  readonly box: SecretBox;
  readonly config: Config;
  readonly nowMs: () => number;
}

export function createReserveActivities({ db, box, config, nowMs }: ReserveActivityDeps) {
  return {
    /**
     * Makes the trees of today (UTC) for each mode that is open, unless they are made.
     * @returns all days that wait to be published, also those that an earlier run did not finish
     */
    async makeReserves(): Promise<readonly OpenReserveDay[]> {
      const day = new Date(nowMs()).toISOString().slice(0, 10);
      const signer = await documentSigner(db, box);
      const gateway = new URL(config.publicUrl).origin;
      for (const mode of MODES) {
        if (!NETWORKS.some((network) => isOpen(config, mode, network))) continue;
        const simulated = (what: Network | 'bank') =>
          what === 'bank' ? bankOf(config, mode) === 'simulated' : isSimulated(config, mode, what);
        await makeReserveDay(db, signer, { mode, day, gateway, isSimulated: simulated });
      }
      const open = await openReserveDays(db);
      return open.map(({ mode, day: of }) => ({
        mode,
        day: of,
        // Coins move on: addresses that are read today prove nothing about an earlier day.
        networks: of === day ? NETWORKS.filter((network) => isOpen(config, mode, network)) : [],
      }));
    },

    /**
     * Makes a day public. An amount that is owed and not proven in production alerts operators, until a later day
     * proves it. Called again after a crash, it still alerts.
     */
    async publishReserves({ mode, day }: ReserveDayKey): Promise<void> {
      await publishReserveDay(db, { mode, day });
      if (mode === 'sandbox') return;
      const assets = await reserveAssets(db, { mode, day });
      // Simulated coins prove nothing, and hide nothing either.
      for (const asset of assets.filter(({ heldSource }) => heldSource !== 'simulator')) {
        const alert = { kind: 'reserves_unproven', subject: `${mode}:${asset.gateId}` } as const;
        const missing = unprovenMinor(asset);
        if (missing === null || missing === 0n) await resolveAlert(db, alert);
        else await raiseAlert(db, { ...alert, message: unprovenMessage(day, asset, missing) });
      }
    },
  };
}

function unprovenMessage(day: string, { gateId, owedMinor, provenMinor, heldMinor }: ReserveAssetRow, missing: bigint) {
  const amount = (minor: bigint | null) =>
    minor === null ? 'an unknown amount' : `${formatTrimmed(minor, gateDecimals(gateId))} ${gateId}`;
  return (
    `On ${day}, merchants were owed ${amount(owedMinor)} and signed addresses proved ${amount(provenMinor)}: ` +
    `${amount(missing)} are not proven. By its node, the gateway held ${amount(heldMinor)} in all.`
  );
}
