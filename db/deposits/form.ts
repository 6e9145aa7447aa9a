import { type CryptoGateId, gate, type Mode, minimumMinor } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Autoconversion } from '../../domain/invoices/record.ts';
import type { Db } from '../core/sequelize.ts';
import { maybeOne, prepared } from '../core/sql.ts';
import { type AddressSettings, isOffered } from './addresses.ts';

/** The content of the form for an address before anything is created. */
export interface DepositFormFacts {
  readonly gates: readonly {
    readonly gateId: CryptoGateId;
    readonly isOpen: boolean;
    readonly minimumMinor: bigint;
    readonly confirmations: number;
  }[];
  /** Euro can come by bank transfer. */
  readonly hasBank: boolean;
  readonly feeBps: number;
  /** Of the profile, for addresses that say nothing else. */
  readonly autoconversion: Autoconversion;
}

/** The gates of a profile and the terms of deposits. @throws DomainError `not_found` */
export async function depositFormFacts(
  db: Db,
  settings: AddressSettings,
  profileId: string,
): Promise<DepositFormFacts> {
  const row = await maybeOne<FormRow>(db, formSql, [profileId]);
  if (row === undefined) throw new DomainError('not_found');
  const { mode, gates, fee_bps: feeBps, autoconversion } = row;
  return {
    gates: gates.map((gateId) => {
      const of = gate(gateId);
      const { confirmations } = of;
      return { gateId, isOpen: isOffered(settings, mode, gateId), minimumMinor: minimumMinor(of), confirmations };
    }),
    hasBank: settings.bankAccount(mode) !== null,
    feeBps,
    autoconversion,
  };
}

interface FormRow {
  readonly mode: Mode;
  readonly gates: readonly CryptoGateId[];
  readonly fee_bps: number;
  readonly autoconversion: Autoconversion;
}

const formSql = prepared(`
  SELECT p.mode, p.gates, p.autoconversion,
    (SELECT f.fee_bps FROM fee_plan f WHERE f.plan IN (m.fee_plan, 'default') AND f.operation = 'deposit'
     ORDER BY f.plan = m.fee_plan DESC LIMIT 1) AS fee_bps
  FROM profile p JOIN merchant m ON m.id = p.merchant_id WHERE p.id = $1`);
