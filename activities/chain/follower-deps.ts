import type { Db } from '../../db/core/sequelize.ts';
import type { PaymentEffects } from './record.ts';

/** What following a chain needs. */
export interface FollowerDeps {
  readonly db: Db;
  readonly effects: PaymentEffects;
  readonly nowMs: () => number;
}
