import type { StaffRole } from '../../../domain/accounts/staff-permissions.ts';
import type { Way } from '../../../domain/transfers/places.ts';
import { testConfig } from '../../../settings/config.fixture.ts';
import { type Db, moneyTransaction } from '../../core/sequelize.ts';
import { select } from '../../core/sql.ts';
import { GATEWAY } from '../../ledger/accounts.ts';
import type { StaffMember } from '../../staff/people.ts';
import { makeStaff } from '../../staff/staff.fixture.ts';
import { makeMerchant, type TestMerchant, testEncryptionKey } from '../../testing.fixture.ts';
import { confirmRoute, nameAddress, requestRoute, type StaffAct } from './routes.ts';
import { type RouteRow, routesTable, type TransferRow, transfersTable } from './rows.ts';
import { type TransferSettings, transferSettings } from './settings.ts';

/** A gateway with an own merchant, and three of its staff. */
export interface TestTreasury {
  readonly db: Db;
  readonly settings: TransferSettings;
  readonly own: TestMerchant;
  readonly staff: Readonly<Record<'mlro' | 'manager' | 'representative', StaffMember>>;
}

export async function openTestTreasury(db: Db, settings: Partial<TransferSettings> = {}): Promise<TestTreasury> {
  const own = await makeMerchant(db, { mode: 'sandbox' });
  const member = (role: StaffRole) => makeStaff(db, role);
  return {
    db,
    own,
    settings: {
      ...transferSettings({ ...testConfig(), encryptionKey: testEncryptionKey }),
      profileOf: () => own.profileId,
      ...settings,
    },
    staff: {
      mlro: await member('mlro'),
      manager: await member('manager'),
      representative: await member('representative'),
    },
  };
}

export function actOf(member: StaffMember, reason = 'The test wants it.'): StaffAct {
  return {
    member,
    reason,
    actor: { kind: 'staff', id: member.id, name: member.fullName },
    origin: null,
    nowMs: Date.now(),
  };
}

/** The account of a test exchange at its bank. */
export const TEST_PAYEE = {
  name: 'Exchange Ltd',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  reference: 'DEPOSIT 4711',
  address: { town: 'Berlin', country: 'DE' },
};

/** A way that two people have confirmed; the exchange has named this address. */
export async function confirmedRoute(
  { db, settings, staff }: TestTreasury,
  way: Way,
  address: string | null = null,
): Promise<RouteRow> {
  const request = {
    mode: 'sandbox',
    ...way,
    venueKey: 'ours',
    payee: way.from === 'bank:main' ? TEST_PAYEE : null,
  } as const;
  const { id } = await moneyTransaction(db, (tx) => requestRoute(tx, settings, request, actOf(staff.manager)));
  if (address !== null) await nameAddress(db, id, { address, destinationTag: null });
  await moneyTransaction(db, (tx) => confirmRoute(tx, settings, id, actOf(staff.mlro)));
  return must(await routesTable.findOne(db, { id }));
}

export async function transferNow(db: Db, id: string): Promise<TransferRow> {
  return must(await transfersTable.findOne(db, { id }));
}

/** The balances of the gateway's accounts by kind, debits minus credits, in minor units; zeros are left out. */
export async function gatewayAccounts(db: Db, asset: string): Promise<Record<string, string>> {
  const rows = await select<{ kind: string; minor: string }>(
    db,
    `SELECT CASE WHEN owner = $2 THEN kind ELSE 'merchants' END AS kind,
       sum(debits_posted - credits_posted)::text AS minor
     FROM account WHERE asset = $1 GROUP BY 1 HAVING sum(debits_posted - credits_posted) <> 0`,
    [asset, GATEWAY],
  );
  return Object.fromEntries(rows.map(({ kind, minor }) => [kind, minor]));
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('It is not there.');
  return value;
}
