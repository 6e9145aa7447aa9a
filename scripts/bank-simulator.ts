// The simulated bank of `npm start` and `npm run cluster`: answers the gateway's files of the modes without a real one,
// in the folder `bank` of DATA_DIR.
import '../db/core/require-node.ts';
import { simulatedBankFolder } from '../activities/bank/open-bank.ts';
import { pause } from '../activities/pause.ts';
import { MODES } from '../domain/assets/assets.ts';
import { bankOf, SIMULATED_ACCOUNT } from '../settings/bank.ts';
import { loadConfig } from '../settings/load.ts';
import { openSimulatedBank } from './bank-simulator/folder.ts';
import { say } from './progress.ts';

const EVERY_MS = 1_000;
const STATEMENT_EVERY_MS = 5_000;

const config = readSettings();
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

const { iban, bic, name } = SIMULATED_ACCOUNT;
const account = { iban, bic, owner: name };
const settings = { account, statementEveryMs: STATEMENT_EVERY_MS, statesAtStart: true, onTrouble: say };
const simulated = MODES.filter((mode) => bankOf(config, mode) === 'simulated');
const banks = await Promise.all(
  simulated.map((mode) => openSimulatedBank({ ...settings, folder: simulatedBankFolder(config.dataDir, mode) })),
);
while (!stop.signal.aborted) {
  for (const bank of banks) await bank.tick(Date.now());
  await pause(stop.signal, EVERY_MS);
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
