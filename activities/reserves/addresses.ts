import { readChainKind } from '../../db/chain/identity.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { type ReserveChain, recordAddresses } from '../../db/reserves/addresses.ts';
import { deriveOwnAddress } from '../../domain/assets/derivation.ts';
import { type HoldingsConfig, openHoldings } from '../custody/open-holdings.ts';

export type ReserveAddressActivities = ReturnType<typeof createReserveAddressActivities>;

/** The queue of a chain: what its node says of addresses of the gateway's own. */
export function createReserveAddressActivities({ db, config }: { readonly db: Db; readonly config: HoldingsConfig }) {
  return {
    /**
     * Reads the coins on addresses of the gateway's own and records them for the day. Addresses that payers were given
     * are left out: publishing them would show who paid whom.
     * @returns how many were found
     */
    async readReserveAddresses({ mode, network, day }: ReserveChain): Promise<number> {
      const accountXpub = config.accountXpubs[mode][network];
      const chain = await readChainKind(db, { mode, network });
      const holdings = openHoldings(config, { mode, network });
      if (accountXpub === undefined || chain === null || holdings === null) return 0;
      try {
        const readAt = new Date();
        const found = (await holdings.ownHoldings(db)).map(({ branch, index, amounts }) => ({
          address: deriveOwnAddress({ network, accountXpub, index, chain }).address,
          branch,
          derivationIndex: index,
          amounts: Object.fromEntries(Object.entries(amounts).map(([gateId, minor]) => [gateId, String(minor)])),
          readAt,
        }));
        await recordAddresses(db, { mode, network, day }, found);
        return found.length;
      } finally {
        await holdings.close();
      }
    },
  };
}
