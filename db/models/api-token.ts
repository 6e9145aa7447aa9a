import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import type { ApiTokenId, ProfileId, UserId } from '../../domain/ids.ts';
import type { TokenPermission } from '../../domain/permissions.ts';

/** Credentials of a merchant's server. */
export class ApiToken extends Model<InferAttributes<ApiToken>, InferCreationAttributes<ApiToken>> {
  declare id: ApiTokenId;
  declare profileId: ProfileId;
  declare name: string;
  declare apiKey: string;
  /** SHA-256 of the secret. */
  declare secretHash: Buffer;
  declare permissions: TokenPermission[];
  /** Addresses and CIDR ranges; none means anyone. */
  declare allowedIps: CreationOptional<string[]>;
  declare lastUsedAt: CreationOptional<Date | null>;
  declare revokedAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
  declare createdBy: CreationOptional<UserId | null>;
  declare secretRenewedBy: CreationOptional<UserId | null>;
  /** Made, renewed or given more power: its payouts cool off from then on. */
  declare armedAt: CreationOptional<Date>;
}

export function defineApiToken(sequelize: Sequelize): void {
  ApiToken.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      profileId: DataTypes.UUID,
      name: DataTypes.TEXT,
      apiKey: DataTypes.TEXT,
      secretHash: DataTypes.BLOB,
      permissions: DataTypes.ARRAY(DataTypes.TEXT),
      allowedIps: DataTypes.ARRAY(DataTypes.TEXT),
      lastUsedAt: DataTypes.DATE,
      revokedAt: DataTypes.DATE,
      createdAt: DataTypes.DATE,
      createdBy: DataTypes.TEXT,
      secretRenewedBy: DataTypes.TEXT,
      armedAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'api_token' },
  );
}
