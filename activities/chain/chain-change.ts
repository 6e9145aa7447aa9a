import type { ChainIdentity } from '../../db/chain/identity.ts';
import type { Amounts } from '../../db/custody/books.ts';
import { gate, isCryptoGateId, type Mode, type Network } from '../../domain/assets/assets.ts';
import { formatTrimmed } from '../../domain/money/money.ts';

/** The known facts when the opened chain is not the one that was followed before. */
export interface ChainChange {
  readonly mode: Mode;
  readonly network: Network;
  readonly before: ChainIdentity;
  readonly now: ChainIdentity;
  /** Coins that the books have in custody on the chain before; minor units. */
  readonly custody: Amounts;
  /** Whether anything was ever received or sent on this network in this mode. */
  readonly hasHistory: boolean;
}

/**
 * Why a chain must not replace the one before, as a message for the operator, or null. The coins in the books exist
 * only on the former chain. Simulated and test coins are worthless, so a command can end their books; real money and
 * play money never share a database.
 */
export function refusedChange({ mode, network, before, now, custody, hasHistory }: ChainChange): string | null {
  const change = `${network} in ${mode} mode followed ${words(before)} and would follow ${words(now)} now`;
  if (before.chain === 'main' && now.chain !== 'main' && hasHistory) {
    return `${change}: its books are of real money. Let it follow the main chain again.`;
  }
  if (before.chain !== 'main' && now.chain === 'main' && hasHistory) {
    return (
      `${change}: its books are of coins that are worth nothing. ` +
      'Real money needs an empty database of its own (DATABASE_URL, or DATA_DIR of npm start).'
    );
  }
  const coins = Object.entries(custody).flatMap(([gateId, minor]) =>
    isCryptoGateId(gateId) && minor !== 0n ? [`${formatTrimmed(minor, gate(gateId).decimals)} ${gateId}`] : [],
  );
  if (before.chain === 'main' || coins.length === 0) return null;
  return (
    `${change}, but the books have ${coins.join(' and ')} on the former. Start it once more as it was, end those books ` +
    `with "npm run custody -- end-chain --mode ${mode} --network ${network} --by <who> --note <why>", ` +
    'then start it like this; or use an empty database.'
  );
}

function words({ chain, simulated }: ChainIdentity): string {
  if (simulated) return 'a simulated chain';
  return chain === 'main' ? 'the main chain' : 'a test chain on a node';
}
