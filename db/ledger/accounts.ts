import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Mode } from '../../domain/assets/assets.ts';
import { type Db, dbOf, onCommit, type Tx } from '../core/sequelize.ts';
import { execute, type Prepared, prepared, select } from '../core/sql.ts';

/** Names an account, which is created by its first transfer. */
export interface AccountRef {
  /** A merchant's id, `partner:<id>`, or {@link GATEWAY}. */
  readonly owner: string;
  readonly mode: Mode;
  /** A gate id, or `network:contract` for an asset without a gate (in suspense only). */
  readonly asset: string;
  readonly kind: AccountKind;
}

/**
 * The purpose of an account. Merchants: `invoice:<id>` and `deposit:<id>` (its unsettled money), `available`,
 * `receivable` (the merchant's debt), `card_earnings` (of purchases by card, until they can no longer be charged back),
 * and `unsettled`, which held all invoices' money before they had accounts. The gateway: all others.
 * `custody:<network>` holds the coins on the chain, so incoming money debits it; `custody_ended:<network>` is that of a
 * test chain that was
 * replaced. `custody:exchange:<name>` and `custody:bank:<account>` are the same at an exchange and a bank,
 * `in_transit:<from>:<to>` between two of them.
 * `position` is what conversions left the gateway with, `pnl` what spread and price moves made of it, `capital` the
 * gateway's own money at exchanges, `suspense:bank` euro that nobody was found for, `suspense:bank_debit` what left
 * the bank for nothing known, `claim:<id>` money that is being paid back from suspense, `card_commission` what the
 * partner of purchases by card owes the gateway (below zero), `partner_cost` the shares of fees that partners earned.
 * Partners (owner `partner:<id>`): `partner_earnings`, until they are settled, and `partner_debt`, what was settled and
 * is no longer earned (below zero).
 */
export type AccountKind =
  | 'unsettled'
  | `invoice:${string}`
  | `deposit:${string}`
  | `claim:${string}`
  | 'available'
  | 'receivable'
  | 'suspense'
  | 'reorg_loss'
  | 'fees:service'
  | 'fees:network'
  | 'fees:conversion'
  | 'fees:exchange'
  | 'fees:bank'
  | 'fees:card'
  | 'card_commission'
  | 'card_earnings'
  | 'partner_cost'
  | 'partner_earnings'
  | 'partner_debt'
  | 'position'
  | 'pnl'
  | 'capital'
  | 'suspense:bank'
  | 'suspense:bank_debit'
  | `in_transit:${string}:${string}`
  | `custody:${string}`
  | `custody_ended:${string}`;

/** The account of an invoice's money: credited, and neither settled nor refunded. */
export function invoiceKind(invoiceId: string): `invoice:${string}` {
  return `invoice:${invoiceId}`;
}

/** The account of a deposit's money: credited, and not settled. */
export function depositKind(depositId: string): `deposit:${string}` {
  return `deposit:${depositId}`;
}

/** The account of a claim's money, of the gateway: from its approval until its payout has left. */
export function claimKind(claimId: string): `claim:${string}` {
  return `claim:${claimId}`;
}

/** The owner of all accounts that do not belong to a merchant. */
export const GATEWAY = 'gateway';

/** An account whose row this transaction has locked. Amounts in minor units. */
export interface LockedAccount {
  readonly id: string;
  readonly asset: string;
  readonly mayGoNegative: boolean;
  /** Whether its outgoing money is frozen; null if this was not requested. */
  readonly frozen: boolean | null;
  /** Whether the owner of this balance has a debt on `receivable` of the same asset. */
  readonly owes: boolean;
  /** Whether a debt of the owner of this balance was written off, in the same asset. */
  readonly writtenOff: boolean;
  readonly debitsPending: bigint;
  readonly debitsPosted: bigint;
  readonly creditsPending: bigint;
  readonly creditsPosted: bigint;
}

/** One stripe of an account. Only busy accounts of the gateway have stripes other than 0. */
export interface AccountStripe extends AccountRef {
  readonly stripe: number;
}

/**
 * Every payment uses custody and fees, and every converted one positions, so each of these accounts is several rows: a
 * transfer's key selects its row, always the same one.
 */
export function stripeFor(account: AccountRef, transferKey: string): AccountStripe {
  const striped = account.owner === GATEWAY && (/^(custody|fees):/.test(account.kind) || account.kind === 'position');
  if (!striped) return { ...account, stripe: 0 };
  const [byte = 0] = createHash('sha256').update(transferKey).digest();
  return { ...account, stripe: byte % STRIPES };
}

/** The identity of an account row as one text; none of its parts contains a space. */
export function accountKey({ owner, mode, asset, kind, stripe }: AccountStripe): string {
  return `${owner} ${mode} ${asset} ${kind} ${stripe}`;
}

/**
 * Locks account rows in the order of their ids and creates missing ones. This order everywhere, before any entry is
 * written, keeps transfers from deadlocking.
 *
 * Rows are created before anything is locked, so waiting for another creator of the same row never blocks a balance.
 * Only committed rows count as known: a row of a transaction that was rolled back does not exist.
 * @param freezes whether to read the freezes of outgoing money
 */
export async function lockAccounts(
  tx: Tx,
  accounts: readonly AccountStripe[],
  freezes: 'freezes' | 'no freezes' = 'no freezes',
): Promise<Map<string, LockedAccount>> {
  const requested = new Map(accounts.map((account) => [accountKey(account), account]));
  const known = knownTo(dbOf(tx));
  const statements = lockStatements[freezes];
  const locked =
    (await lockKnown(tx, requested, { known, ...statements })) ??
    (await lockNew(tx, requested, { known, ...statements }));
  onCommit(tx, () => {
    for (const [key, { id }] of locked) known.set(key, id);
  });
  return locked;
}

/** @throws Error when the account is not among the locked ones: nothing may be decided or written about it. */
export function lockedUnder(accounts: ReadonlyMap<string, LockedAccount>, account: AccountStripe): LockedAccount {
  const found = accounts.get(accountKey(account));
  if (found === undefined) throw new Error('The account was not locked.');
  return found;
}

/** The amount that a debit could take from the account now: credits posted minus debits posted and held. */
export function spendable(account: LockedAccount): bigint {
  return account.creditsPosted - account.debitsPosted - account.debitsPending;
}

const STRIPES = 8;

/**
 * The ids of accounts that exist, per database: saves the attempt to create them and the search for them. Accounts are
 * never deleted; still only a hint.
 */
const knownByDb = new WeakMap<Db, KnownIds>();

type KnownIds = Pick<LRUCache<string, string>, 'get' | 'has' | 'set'>;

function knownTo(db: Db): KnownIds {
  const known = knownByDb.get(db) ?? new LRUCache<string, string>({ max: 50_000 });
  knownByDb.set(db, known);
  return known;
}

// One order everywhere, so that two creators of the same rows never wait for each other.
const createStatement = prepared(`
  INSERT INTO account (owner, mode, asset, kind, stripe, may_go_negative)
  SELECT *
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::smallint[], $6::boolean[])
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT DO NOTHING`);

async function createAccounts(tx: Tx, requested: readonly AccountStripe[]): Promise<void> {
  await execute(tx, createStatement, [...columns(requested), requested.map(mayGoNegative)]);
}

interface LockStatements {
  readonly byNames: Prepared;
  readonly byIds: Prepared;
}

function lockStatementsAsking(frozen: string): LockStatements {
  const columns = `a.id, a.asset, concat_ws(' ', a.owner, a.mode, a.asset, a.kind, a.stripe) AS key, a.may_go_negative,
         ${frozen}::boolean AS frozen, a.owes, a.written_off,
         a.debits_pending, a.debits_posted, a.credits_pending, a.credits_posted`;
  return {
    byNames: prepared(`
      SELECT ${columns}
      FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::smallint[])
        AS w (owner, mode, asset, kind, stripe)
      JOIN account a USING (owner, mode, asset, kind, stripe)
      ORDER BY a.id
      FOR NO KEY UPDATE OF a`),
    byIds: prepared(`SELECT ${columns} FROM account a WHERE a.id = ANY($1::bigint[]) ORDER BY a.id FOR NO KEY UPDATE`),
  };
}

/**
 * Whether outgoing money of the account row `a` is frozen: by a cause of its own or, if the account must not go
 * negative, by the freeze of the books. Reads that single row once per statement; if the row is missing, everything
 * counts as frozen.
 */
export const frozenSql = `(a.frozen_at IS NOT NULL
  OR (NOT a.may_go_negative AND NOT EXISTS (SELECT FROM books_freeze WHERE since IS NULL)))`;

const lockStatements = { freezes: lockStatementsAsking(frozenSql), 'no freezes': lockStatementsAsking('null') };

interface AccountRow {
  id: string;
  asset: string;
  /** As {@link accountKey}. */
  key: string;
  may_go_negative: boolean;
  frozen: boolean | null;
  owes: boolean;
  written_off: boolean;
  debits_pending: string;
  debits_posted: string;
  credits_pending: string;
  credits_posted: string;
}

/**
 * Undefined if one is unknown or no longer has its id: a database that lost its last moments may have reused that id.
 */
async function lockKnown(
  tx: Tx,
  requested: ReadonlyMap<string, AccountStripe>,
  { known, byIds }: Pick<LockStatements, 'byIds'> & { readonly known: KnownIds },
): Promise<Map<string, LockedAccount> | undefined> {
  const ids = [...requested.keys()].flatMap((key) => known.get(key) ?? []);
  if (ids.length < requested.size) return undefined;
  const locked = byKey(await select<AccountRow>(tx, byIds, [ids]));
  return [...requested.keys()].every((key) => locked.has(key)) ? locked : undefined;
}

async function lockNew(
  tx: Tx,
  requested: ReadonlyMap<string, AccountStripe>,
  { known, byNames }: Pick<LockStatements, 'byNames'> & { readonly known: KnownIds },
): Promise<Map<string, LockedAccount>> {
  const all = [...requested.values()];
  const names = columns(all);
  await createAccounts(
    tx,
    all.filter((account) => !known.has(accountKey(account))),
  );
  const locked = byKey(await select<AccountRow>(tx, byNames, names));
  if (locked.size === requested.size) return locked;
  // A database that lost its last moments may also have lost known accounts.
  await createAccounts(tx, all);
  return byKey(await select<AccountRow>(tx, byNames, names));
}

function byKey(rows: readonly AccountRow[]): Map<string, LockedAccount> {
  return new Map(rows.map((row) => [row.key, lockedAccount(row)]));
}

function lockedAccount(row: AccountRow): LockedAccount {
  return {
    id: row.id,
    asset: row.asset,
    mayGoNegative: row.may_go_negative,
    frozen: row.frozen,
    owes: row.owes,
    writtenOff: row.written_off,
    debitsPending: BigInt(row.debits_pending),
    debitsPosted: BigInt(row.debits_posted),
    creditsPending: BigInt(row.credits_pending),
    creditsPosted: BigInt(row.credits_posted),
  };
}

function columns(accounts: readonly AccountStripe[]): unknown[] {
  return [
    accounts.map((account) => account.owner),
    accounts.map((account) => account.mode),
    accounts.map((account) => account.asset),
    accounts.map((account) => account.kind),
    accounts.map((account) => account.stripe),
  ];
}

/**
 * Custody, what is in transit and merchants' debts are claims, so their debits exceed their credits; positions, profit
 * and losses go either way; what left the bank for nothing known is a claim until staff decide; one stripe of the fees
 * may return what another received, and fees paid are a cost; the commission of purchases by card is a claim, shares of
 * fees are a cost, and what a partner owes is a debt. No other account may go below zero.
 */
function mayGoNegative({ kind }: AccountRef): boolean {
  if (/^(custody|custody_ended|fees|in_transit):/.test(kind)) return true;
  return BELOW_ZERO.has(kind);
}

const BELOW_ZERO: ReadonlySet<string> = new Set<AccountKind>([
  'receivable',
  'position',
  'pnl',
  'reorg_loss',
  'suspense:bank_debit',
  'card_commission',
  'partner_cost',
  'partner_debt',
]);
