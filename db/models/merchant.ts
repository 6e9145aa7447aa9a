import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import type { MerchantId } from '../../domain/ids.ts';
import type { MerchantStatus } from '../../domain/state/merchant.ts';

/** A business that accepts payments. */
export class Merchant extends Model<InferAttributes<Merchant>, InferCreationAttributes<Merchant>> {
  declare id: MerchantId;
  declare companyName: CreationOptional<string | null>;
  declare status: CreationOptional<MerchantStatus>;
  declare feePlan: CreationOptional<string>;
  declare createdAt: CreationOptional<Date>;
}

export function defineMerchant(sequelize: Sequelize): void {
  Merchant.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      companyName: DataTypes.TEXT,
      status: DataTypes.TEXT,
      feePlan: DataTypes.TEXT,
      createdAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'merchant' },
  );
}
