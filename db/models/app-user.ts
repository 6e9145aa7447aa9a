import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import type { Mode } from '../../domain/assets.ts';
import type { MerchantId, UserId } from '../../domain/ids.ts';
import type { Role } from '../../domain/permissions.ts';

/** A person who signs in for a merchant. */
export class AppUser extends Model<InferAttributes<AppUser>, InferCreationAttributes<AppUser>> {
  declare id: UserId;
  declare merchantId: MerchantId;
  /** Lower case, unique over all merchants. */
  declare email: string;
  declare fullName: string;
  /** argon2id in PHC form. */
  declare passwordHash: string;
  declare role: Role;
  /** The mode the back office shows. */
  declare activeMode: CreationOptional<Mode>;
  declare blockedAt: CreationOptional<Date | null>;
  declare lastLoginAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
}

export function defineAppUser(sequelize: Sequelize): void {
  AppUser.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      merchantId: DataTypes.UUID,
      email: DataTypes.TEXT,
      fullName: DataTypes.TEXT,
      passwordHash: DataTypes.TEXT,
      role: DataTypes.TEXT,
      activeMode: DataTypes.TEXT,
      blockedAt: DataTypes.DATE,
      lastLoginAt: DataTypes.DATE,
      createdAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'app_user' },
  );
}
