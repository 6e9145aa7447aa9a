// The simulated card partner of `npm start` and `npm run cluster`: sells coins by card in the modes without a real
// partner, with a checkout page on CARD_SIMULATOR_PORT.
import '../db/core/require-node.ts';
import { simulatedAccount } from '../activities/card-partner/accounts.ts';
import { simulatorStateFile, startCardPartnerSimulator } from '../activities/card-partner/simulator/server.ts';
import { connect } from '../db/connect.ts';
import { MODES } from '../domain/assets/assets.ts';
import { cardPartnerKind } from '../settings/card-partner.ts';
import { loadConfig } from '../settings/load.ts';
import { say } from './progress.ts';

const config = readSettings();
if (config.cardSimulatorPort === undefined) {
  say('CARD_SIMULATOR_PORT is not set.');
  process.exit(1);
}
const db = connect(config.databaseUrl, { poolSize: 2 });
const simulator = await startCardPartnerSimulator({
  db,
  accounts: MODES.filter((mode) => cardPartnerKind(config, mode) === 'simulated').map((mode) =>
    simulatedAccount(config, mode),
  ),
  port: config.cardSimulatorPort,
  stateFile: simulatorStateFile(config.dataDir),
  onTrouble: (error) => say(`The simulated card partner failed: ${String(error)}`),
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());

async function stop(): Promise<void> {
  await simulator.close();
  await db.close();
}

/** A wrong setting ends the program with the setting's name, not with a stack trace. */
function readSettings(): ReturnType<typeof loadConfig> {
  try {
    return loadConfig(process.env);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
