import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import type { GateId, Mode } from '../../domain/assets.ts';
import type { FeePayer } from '../../domain/fees.ts';
import type { MerchantId, ProfileId } from '../../domain/ids.ts';
import type { Autoconversion } from '../../domain/invoices/record.ts';
import type { MerchantMailEvent } from '../../domain/merchant-mail.ts';

/** How a merchant's invoices behave in one mode (spec §3, integration profile). */
export class Profile extends Model<InferAttributes<Profile>, InferCreationAttributes<Profile>> {
  declare id: ProfileId;
  declare merchantId: MerchantId;
  declare mode: Mode;
  declare name: string;
  declare domain: CreationOptional<string | null>;
  declare url: CreationOptional<string | null>;
  declare logoUrl: CreationOptional<string | null>;
  declare supportEmail: CreationOptional<string | null>;
  declare showCompany: CreationOptional<boolean>;
  declare invoiceCurrency: CreationOptional<string>;
  declare gates: GateId[];
  declare taxName: CreationOptional<string>;
  declare taxRateBps: CreationOptional<number>;
  declare taxType: CreationOptional<'exclusive' | 'inclusive' | 'exempt'>;
  declare serviceFeePayer: CreationOptional<FeePayer>;
  declare networkFeePayer: CreationOptional<FeePayer>;
  declare autoconversion: CreationOptional<Autoconversion>;
  declare autocomplete: CreationOptional<boolean>;
  declare underpaidPolicy: CreationOptional<'reject' | 'accept'>;
  declare underpaidToleranceBps: CreationOptional<number>;
  declare overpaidToleranceBps: CreationOptional<number>;
  declare notificationUrl: CreationOptional<string | null>;
  /** What the merchant's people are mailed about. */
  declare emailEvents: CreationOptional<MerchantMailEvent[]>;
  /** Sealed by the secret box. */
  declare notificationKeySealed: Buffer;
  declare previousKeySealed: CreationOptional<Buffer | null>;
  declare previousKeyUntil: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
}

export function defineProfile(sequelize: Sequelize): void {
  Profile.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      merchantId: DataTypes.UUID,
      mode: DataTypes.TEXT,
      name: DataTypes.TEXT,
      domain: DataTypes.TEXT,
      url: DataTypes.TEXT,
      logoUrl: DataTypes.TEXT,
      supportEmail: DataTypes.TEXT,
      showCompany: DataTypes.BOOLEAN,
      invoiceCurrency: DataTypes.TEXT,
      gates: DataTypes.ARRAY(DataTypes.TEXT),
      taxName: DataTypes.TEXT,
      taxRateBps: DataTypes.INTEGER,
      taxType: DataTypes.TEXT,
      serviceFeePayer: DataTypes.TEXT,
      networkFeePayer: DataTypes.TEXT,
      autoconversion: DataTypes.JSONB,
      autocomplete: DataTypes.BOOLEAN,
      underpaidPolicy: DataTypes.TEXT,
      underpaidToleranceBps: DataTypes.INTEGER,
      overpaidToleranceBps: DataTypes.INTEGER,
      notificationUrl: DataTypes.TEXT,
      emailEvents: DataTypes.ARRAY(DataTypes.TEXT),
      notificationKeySealed: DataTypes.BLOB,
      previousKeySealed: DataTypes.BLOB,
      previousKeyUntil: DataTypes.DATE,
      createdAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'profile' },
  );
}
