import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import { repeatCheck, type TurnInput } from '../repeated-check.ts';
import type { BankActivityDeps } from './deps.ts';
import { type OpenedBank, openBank, simulatedBankFolder } from './open-bank.ts';
import { openQuietRounds } from './quiet-rounds.ts';
import { handOverToSimulatedBank } from './simulated-commands.ts';
import { runBankRound } from './window.ts';

export interface WatchBankInput extends TurnInput {
  readonly mode: Mode;
}

export type BankActivities = ReturnType<typeof createBankActivities>;

/** Banks are in no hurry; the simulated one answers at once. */
const EVERY_MS = { real: 60_000, simulated: 2_000 } as const;
const AWAY_AFTER_MS = 900_000;

/** The activities of the bank's workflow. */
export function createBankActivities(deps: BankActivityDeps) {
  return {
    /**
     * Rounds with the bank for one turn. While the bank cannot be reached, the next round tries again, and operators
     * are alerted after a quarter of an hour.
     */
    async watchBank({ mode, turnMs }: WatchBankInput): Promise<{ checks: number }> {
      const opened = openBank(deps, mode);
      const everyMs = EVERY_MS[opened.kind];
      try {
        return await repeatCheck({ turnMs, everyMs, nowMs: deps.nowMs }, checkOf(deps, mode, opened));
      } finally {
        await opened.deps.transport.close();
      }
    },
  };
}

/** One round with an opened bank, or a look whether one is needed. */
export function checkOf({ db, config, nowMs }: BankActivityDeps, mode: Mode, { kind, deps }: OpenedBank) {
  const away = { kind: 'bank_away', subject: mode } as const;
  const quiet = openQuietRounds(deps);
  let lastMs = nowMs();
  return async (): Promise<object> => {
    try {
      if (kind === 'simulated' && (await quiet.mayRest())) return { quiet: true };
      // The bank of the sandbox is always simulated.
      if (mode === 'sandbox') await handOverToSimulatedBank(db, simulatedBankFolder(config.dataDir, mode));
      const round = await runBankRound(deps);
      quiet.note(round);
      lastMs = nowMs();
      await resolveAlert(db, away);
      return round;
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      if (nowMs() - lastMs > AWAY_AFTER_MS) {
        const message = `No round with the bank (${mode}) has succeeded for 15 minutes: ${words}`;
        await raiseAlert(db, { ...away, message });
      }
      return { trouble: words };
    }
  };
}
