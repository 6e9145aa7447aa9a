import type { Db } from '../../db/core/sequelize.ts';
import type { PaymentEffects } from './record.ts';

/** The dependencies for following a chain. */
export interface FollowerDeps {
  readonly db: Db;
  readonly effects: PaymentEffects;
  readonly nowMs: () => number;
}
