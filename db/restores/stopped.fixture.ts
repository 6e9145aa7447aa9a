import type { Network } from '../../domain/assets/assets.ts';
import { type Db, inTransaction } from '../core/sequelize.ts';
import { changeStop } from '../payouts/emergency-stop.ts';
import { finishRestores, recordRestore } from './record.ts';

/** Stops the outgoing money of the sandbox, and restores the database, as operators do. */
export function operatorsOf(db: Db) {
  const stop = (network: Network | 'SEPA' | '*' = '*', stopped = true) =>
    changeStop(db, { modes: ['sandbox'], network, stopped, by: 'ada', reason: 'It looks odd.' });
  const finish = () => inTransaction(db, (tx) => finishRestores(tx, { by: 'ada', accepted: null }));
  return {
    stop,
    /** The database is that of a minute ago: everything is stopped, and nothing was compared yet. */
    restore: () =>
      inTransaction(db, (tx) =>
        recordRestore(tx, {
          backup: '20261123T104100Z',
          by: 'ada',
          reason: 'the disk failed',
          restoredTo: new Date(Date.now() - 60_000),
          nowMs: Date.now(),
        }),
      ),
    finish,
    /** Ends restores and stops. */
    async goOn(): Promise<void> {
      await finish();
      for (const network of ['LTC', 'SEPA', '*'] as const) await stop(network, false);
    },
  };
}
