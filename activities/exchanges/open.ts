import { createHmac } from 'node:crypto';
import type { Db } from '../../db/core/sequelize.ts';
import { MODES, type Mode } from '../../domain/assets/assets.ts';
import type { ExchangeName } from '../../domain/treasury/exchanges.ts';
import { SIMULATED_EXCHANGES } from '../../domain/treasury/exchanges.ts';
import type { Config } from '../../settings/config.ts';
import { hedgingOf } from '../../settings/hedging.ts';
import { openCcxtExchange } from './ccxt-exchange.ts';
import type { Exchange } from './port.ts';
import { type ExchangeSimulator, startExchangeSimulator } from './simulator/server.ts';

export interface OpenedExchanges {
  /** The accounts of a mode; none if it is not hedged. */
  readonly of: (mode: Mode) => readonly Exchange[];
  close(): Promise<void>;
}

/** The configured accounts and, for what is simulated, simulators that are called over HTTP like any exchange. */
export async function openExchanges(
  config: Config,
  db: Db,
  onTrouble: (error: unknown) => void,
): Promise<OpenedExchanges> {
  const simulators: ExchangeSimulator[] = [];
  const opened = new Map<Mode, readonly Exchange[]>();
  for (const mode of MODES) {
    const hedging = hedgingOf(config, mode);
    if (hedging === 'exchanges')
      opened.set(
        mode,
        config.exchanges.map((account) => openCcxtExchange(account, { mode })),
      );
    if (hedging !== 'simulated') continue;
    const all: Exchange[] = [];
    for (const name of SIMULATED_EXCHANGES) {
      const account = { name, ...simulatedKeys(config, mode, name) };
      const simulator = await startExchangeSimulator({ ...account, exchange: name, db, mode, onTrouble });
      simulators.push(simulator);
      all.push(openCcxtExchange({ ...account, url: simulator.url }, { mode, paced: false }));
    }
    opened.set(mode, all);
  }
  return {
    of: (mode) => opened.get(mode) ?? [],
    close: async () => {
      await Promise.all(simulators.map((simulator) => simulator.close()));
    },
  };
}

/** The keys of a simulated account: nothing but this process and its simulator knows them. */
function simulatedKeys({ encryptionKey }: Config, mode: Mode, name: ExchangeName) {
  const derive = (part: string) => createHmac('sha512', encryptionKey).update(`${mode}:${name}:${part}`);
  return { key: derive('key').digest('hex').slice(0, 40), secret: derive('secret').digest('base64') };
}
