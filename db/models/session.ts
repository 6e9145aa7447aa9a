import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import type { UserId } from '../../domain/ids.ts';

/** A signed-in browser. */
export class Session extends Model<InferAttributes<Session>, InferCreationAttributes<Session>> {
  /** SHA-256 of the cookie. */
  declare idHash: Buffer;
  declare userId: UserId;
  declare visitorId: CreationOptional<string | null>;
  declare ip: CreationOptional<string | null>;
  declare userAgent: CreationOptional<string | null>;
  declare createdAt: CreationOptional<Date>;
  declare lastSeenAt: CreationOptional<Date>;
  declare expiresAt: Date;
}

export function defineSession(sequelize: Sequelize): void {
  Session.init(
    {
      idHash: { type: DataTypes.BLOB, primaryKey: true },
      userId: DataTypes.UUID,
      visitorId: DataTypes.TEXT,
      ip: DataTypes.INET,
      userAgent: DataTypes.TEXT,
      createdAt: DataTypes.DATE,
      lastSeenAt: DataTypes.DATE,
      expiresAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'session' },
  );
}
