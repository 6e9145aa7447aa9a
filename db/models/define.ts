import type { Sequelize } from 'sequelize';
import { defineApiToken } from './api-token.ts';
import { defineAppUser } from './app-user.ts';
import { defineMerchant } from './merchant.ts';
import { defineProfile } from './profile.ts';
import { defineSession } from './session.ts';

/**
 * Binds every model to a connection. They are only used with a transaction, which decides where a statement really
 * runs.
 */
export function defineModels(sequelize: Sequelize): void {
  defineMerchant(sequelize);
  defineAppUser(sequelize);
  defineSession(sequelize);
  defineProfile(sequelize);
  defineApiToken(sequelize);
}
