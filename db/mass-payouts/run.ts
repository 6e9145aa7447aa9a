import type { MassPayoutRecord } from '../../contract/mass-payouts.view.ts';
import { type CryptoGateId, gate } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { insufficientBalance, type Owed } from '../../domain/outflows/debt.ts';
import { isTokenInCoolOff } from '../../domain/outflows/policy.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import { enqueue } from '../core/outbox.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared, select } from '../core/sql.ts';
import { balances } from '../ledger/balances.ts';
import { type Creators, readCreators } from '../outflows/creators.ts';
import { checkSums, merchantLimits, type OutgoingSum } from '../outflows/limits.ts';
import { requireOwnBalance } from '../outflows/owner.ts';
import { applyStep } from '../process/apply.ts';
import { startOf } from '../process/workflow.ts';
import { allowGathering } from './gathering.ts';
import { type HeldSlice, holdSlices } from './holds.ts';
import { sliceLines } from './lines.ts';
import { massPayoutProcess } from './process.ts';
import { lockMassPayout, type MassPayoutScope, readMassPayout } from './read.ts';
import { massPayoutsTable, slicesTable } from './rows.ts';
import { type MassTerms, massTerms } from './rules.ts';
import type { MassSettings } from './settings.ts';

export interface MassCommand {
  readonly massPayoutId: string;
  /** The owner; a mass payout of another profile is `not_found`. */
  readonly scope: MassPayoutScope;
  readonly by: PayoutActor;
  readonly nowMs: number;
}

export interface MassRun extends MassPayoutRecord {
  /** New addresses that the merchant's people use for the first time. */
  readonly newAddresses: number;
}

/** Lines per slice: as many as one transaction of a UTXO chain pays and one workflow step opens. */
export const SLICE_LINES = 200;

/**
 * Runs a mass payout with valid lines only: its whole sum is held, slice by slice and all or none, and its workflow
 * starts. If another person must approve, the money stays held until then; if people send to addresses for the first
 * time, until the end of the cool-off.
 *
 * @throws DomainError `insufficient_balance` with each missing asset, `account_frozen`, `amount_too_large` beyond the
 *   sums per hour and day, `illegal_transition`, `changed_meanwhile` when fees or limits differ from those that the
 *   lines were checked with
 */
export async function runMassPayout(tx: Tx, settings: MassSettings, command: MassCommand): Promise<MassRun> {
  const { massPayoutId: id, by, nowMs } = command;
  const { profileId, feePayer, version } = await lockMassPayout(tx, id, command.scope);
  const terms = await massTerms(tx, settings, profileId);
  const policyRequired = terms.approvalRequired;
  const { creators, armedAt, isDraft } = await readCreators(tx, { by, kind: 'payout', policyRequired });
  const approvalRequired = policyRequired || isDraft;
  await massPayoutsTable.update(tx, { approvalRequired, creators }, { id });
  const event = { type: 'run', by, quiet: true } as const;
  await applyStep(tx, massPayoutProcess, { id, event, cause: `run:${version}`, nowMs });
  await execute(tx, assignSql, [id, SLICE_LINES]);
  await refuseOldTerms(tx, { id, terms, feePayer });
  const slices = await sliceSums(tx, { id, terms });
  await holdAll(tx, { terms, slices });
  await insertSlices(tx, slices, terms);
  await allowGathering(tx, { id, mode: terms.mode, slices });
  const newAddresses = await coolOff(tx, { id, profileId, terms, by, armedAt, isDraft, nowMs });
  if (!approvalRequired) await sealSlices(tx, settings, { id, by });
  const row = await readMassPayout(tx, id);
  const waiting = slices.reduce((sum, { lines }) => sum + lines, 0);
  await enqueue(tx, [startOf(massPayoutProcess, { row, waiting })]);
  return { ...row, newAddresses };
}

/**
 * Refuses what a run would refuse now, before anybody is mailed a code for it. Nothing is locked: the run decides.
 * @throws DomainError `insufficient_balance`, `account_frozen`, `amount_too_large`, `changed_meanwhile` as
 *   {@link runMassPayout}; as {@link massTerms}
 */
export async function checkRun(
  db: Db,
  settings: MassSettings,
  { id, profileId, feePayer }: MassPayoutRecord,
): Promise<void> {
  const terms = await massTerms(db, settings, profileId);
  await refuseOldTerms(db, { id, terms, feePayer });
  const rows = await select<SumsRow>(db, gateSumsSql, [id]);
  const totals = new Map(
    rows.map((row) => [row.gate_id, { netMinor: BigInt(row.net_minor), heldMinor: BigInt(row.held_minor) }]),
  );
  await refuseUncovered(db, terms, totals);
  await refuseBeyondSums(db, { ...terms, locks: false }, totals);
}

interface SumsRow {
  readonly gate_id: CryptoGateId;
  readonly net_minor: string;
  readonly held_minor: string;
}

/**
 * Authenticates the owner of the money and every line of the held slices, for the approver.
 * @throws DomainError `changed_meanwhile` if the row pays from the balance of another merchant than its profile's
 */
export async function sealSlices(
  tx: Tx,
  settings: MassSettings,
  { id, by }: { readonly id: string; readonly by: PayoutActor },
): Promise<void> {
  const mass = await readMassPayout(tx, id);
  await requireOwnBalance(tx, mass);
  const held = await select<object>(tx, heldSlicesSql, [id]);
  for (const slice of held.map((found) => slicesTable.read(found))) {
    const lines = await sliceLines(tx, id, slice.slice);
    await execute(tx, sealSql, [id, slice.slice, settings.massSeal.seal({ mass, slice, lines }, by)]);
  }
}

interface NewSlice extends HeldSlice {
  readonly lines: number;
}

async function sliceSums(tx: Tx, { id, terms }: { id: string; terms: MassTerms }): Promise<NewSlice[]> {
  const rows = await select<object>(tx, sumsSql, [id]);
  const { merchantId, mode } = terms;
  return rows
    .map((sums) => slicesTable.read(sums))
    .map((row) => ({ ...row, massPayoutId: id, merchantId, mode, network: gate(row.gateId).network }));
}

/** The holds lock the balance, so the sums of two concurrent requests include each other. */
async function holdAll(tx: Tx, { terms, slices }: { terms: MassTerms; slices: readonly NewSlice[] }): Promise<void> {
  const totals = sumsByGate(slices);
  await refuseUncovered(tx, terms, totals);
  await holdSlices(tx, slices);
  await refuseBeyondSums(tx, { ...terms, locks: true }, totals);
}

async function refuseBeyondSums(
  on: Tx | Db,
  { merchantId, mode, locks }: MassTerms & { readonly locks: boolean },
  totals: GateSums,
): Promise<void> {
  const sums: OutgoingSum[] = [];
  for (const [gateId, { netMinor }] of totals) {
    sums.push({ gateId, netMinor, limits: await merchantLimits(on, merchantId, gateId) });
  }
  await checkSums(on, { merchantId, mode, locks }, sums);
}

type GateSums = ReadonlyMap<CryptoGateId, Sums>;

interface Sums {
  readonly netMinor: bigint;
  readonly heldMinor: bigint;
}

function sumsByGate(slices: readonly NewSlice[]): Map<CryptoGateId, Sums> {
  const sums = new Map<CryptoGateId, Sums>();
  for (const slice of slices) {
    const { netMinor, heldMinor } = sums.get(slice.gateId) ?? { netMinor: 0n, heldMinor: 0n };
    const net = slice.netMinor;
    sums.set(slice.gateId, {
      netMinor: netMinor + net,
      heldMinor: heldMinor + net + slice.serviceFeeMinor + slice.networkFeeMinor,
    });
  }
  return sums;
}

/**
 * Names each asset with too little balance and the missing amount. The holds themselves keep the balance above zero.
 */
async function refuseUncovered(on: Tx | Db, { merchantId, mode }: MassTerms, totals: GateSums): Promise<void> {
  const rows = await balances(on, { owner: merchantId, mode });
  const fields: Record<string, string[]> = {};
  const owed: Owed[] = [];
  let isFrozen = false;
  for (const [gateId, { heldMinor }] of totals) {
    const account = rows.find(({ asset, kind }) => asset === gateId && kind === 'available');
    const spendable = account?.spendable ?? 0n;
    isFrozen ||= account?.frozen ?? false;
    if (spendable >= heldMinor) continue;
    owed.push({ asset: gateId, minor: account?.owed ?? 0n });
    const { decimals } = gate(gateId);
    const missing = formatAmount(heldMinor - spendable, decimals);
    fields[gateId] = [`${formatAmount(heldMinor, decimals)} ${gateId} are needed; ${missing} are missing.`];
  }
  if (Object.keys(fields).length > 0)
    throw new DomainError('insufficient_balance', { fields, message: insufficientBalance(owed) });
  if (isFrozen) throw new DomainError('account_frozen');
}

async function insertSlices(tx: Tx, slices: readonly NewSlice[], { chainOf }: MassTerms): Promise<void> {
  for (const slice of slices) {
    await execute(tx, insertSliceSql, [
      slice.massPayoutId,
      slice.slice,
      slice.gateId,
      slice.network,
      slice.lines,
      slice.netMinor,
      slice.serviceFeeMinor,
      slice.networkFeeMinor,
      chainOf(slice.network),
    ]);
  }
}

/**
 * Merchants are charged only what they were shown: if a fee or limit changed since the upload, the file must be checked
 * again.
 */
async function refuseOldTerms(
  on: Tx | Db,
  { id, terms, feePayer }: { id: string; terms: MassTerms; feePayer: MassPayoutRecord['feePayer'] },
): Promise<void> {
  const rules = terms.rules(feePayer);
  const gates = await select<{ gate_id: CryptoGateId; least: string; most: string }>(on, gatesSql, [id]);
  for (const { gate_id: gateId, least, most } of gates) {
    if (!rules.isOpen(gate(gateId).network)) throw new DomainError('changed_meanwhile');
    const { minMinor, maxMinor } = rules.limitsOf(gateId);
    const tooMuch = maxMinor !== null && BigInt(most) > maxMinor;
    if (tooMuch || BigInt(least) < minMinor) throw new DomainError('changed_meanwhile');
    const { serviceFeeBps } = rules.termsOf(gateId);
    // The displayed network fee applies as long as it covers the network's costs.
    const costMinor = String(rules.feeOf(gateId).costMinor ?? 0n);
    const old = await maybeOne(on, oldTermsSql, [id, gateId, serviceFeeBps, costMinor]);
    if (old !== undefined) throw new DomainError('changed_meanwhile');
  }
}

interface CoolOff extends Pick<Creators, 'armedAt' | 'isDraft'> {
  readonly id: string;
  readonly profileId: string;
  readonly terms: MassTerms;
  readonly by: PayoutActor;
  readonly nowMs: number;
}

/**
 * Addresses that the merchant's people, drafts or a young token use for the first time cool off; the whole mass payout
 * waits for the last of them. Only people add them to the address book (`coolOffEnd` says why).
 * @returns how many were added
 */
async function coolOff(tx: Tx, { id, profileId, terms, by, armedAt, isDraft, nowMs }: CoolOff): Promise<number> {
  const { coolOffSeconds } = terms;
  const end = new Date(nowMs + coolOffSeconds * 1_000);
  const isYoung = isDraft || isTokenInCoolOff({ armedAt, coolOffSeconds, nowMs });
  if (by.kind !== 'user' && !isYoung) return 0;
  const newAddresses = by.kind === 'user' ? await execute(tx, coolOffSql, [id, profileId, end]) : 0;
  await execute(tx, notBeforeSql, [id, profileId, new Date(nowMs), isYoung ? end : null]);
  return newAddresses;
}

/** Slices contain lines of one asset, in file order. */
const assignSql = prepared(`
  UPDATE mass_payout_line l SET slice = n.slice FROM (
    SELECT number, dense_rank() OVER (ORDER BY gate_id, part) AS slice FROM (
      SELECT number, gate_id, (row_number() OVER (PARTITION BY gate_id ORDER BY number) - 1) / $2::integer AS part
      FROM mass_payout_line WHERE mass_payout_id = $1
    ) AS parts
  ) AS n
  WHERE l.mass_payout_id = $1 AND l.number = n.number`);

const sumsSql = prepared(`
  SELECT slice, gate_id AS "gateId", count(*)::integer AS lines, sum(net_minor) AS "netMinor",
    sum(service_fee_minor) AS "serviceFeeMinor", sum(network_fee_minor) AS "networkFeeMinor"
  FROM mass_payout_line WHERE mass_payout_id = $1 GROUP BY slice, gate_id ORDER BY slice`);

const gateSumsSql = prepared(`
  SELECT gate_id, sum(net_minor)::text AS net_minor,
    sum(net_minor + service_fee_minor + network_fee_minor)::text AS held_minor
  FROM mass_payout_line WHERE mass_payout_id = $1 GROUP BY gate_id ORDER BY gate_id`);

const gatesSql = prepared(`
  SELECT gate_id, min(amount_minor)::text AS least, max(amount_minor)::text AS most
  FROM mass_payout_line WHERE mass_payout_id = $1 GROUP BY gate_id`);

const oldTermsSql = prepared(`
  SELECT 1 AS old FROM mass_payout_line
  WHERE mass_payout_id = $1 AND gate_id = $2
    AND (coalesce(fee_ceiling_minor, 0) < $4 OR service_fee_minor <> div(amount_minor * $3::integer, 10000))
  LIMIT 1`);

const insertSliceSql = prepared(`
  INSERT INTO mass_payout_slice (mass_payout_id, slice, gate_id, network, status, lines, net_minor, service_fee_minor,
    network_fee_minor, chain)
  VALUES ($1, $2, $3, $4, 'held', $5, $6, $7, $8, $9)`);

const heldSlicesSql = prepared(`
  SELECT ${slicesTable.selected()} FROM mass_payout_slice
  WHERE mass_payout_id = $1 AND status = 'held'
  ORDER BY slice`);
const sealSql = prepared('UPDATE mass_payout_slice SET approval_mac = $3 WHERE mass_payout_id = $1 AND slice = $2');

const coolOffSql = prepared(`
  INSERT INTO payout_address (profile_id, network, address_key, destination_tag, usable_from, address)
  SELECT DISTINCT ON (2, 3, 4) $2::uuid, s.network, l.address_key, coalesce(l.destination_tag, -1), $3::timestamptz,
    l.address
  FROM mass_payout_line l JOIN mass_payout_slice s ON s.mass_payout_id = l.mass_payout_id AND s.slice = l.slice
  WHERE l.mass_payout_id = $1 ORDER BY 2, 3, 4
  ON CONFLICT (profile_id, network, address_key, destination_tag) DO NOTHING`);

const notBeforeSql = prepared(`
  UPDATE mass_payout m
  SET not_before = a.latest,
    status_reason = coalesce(m.status_reason, CASE WHEN a.latest IS NOT NULL THEN 'cooling_off' END)
  FROM (
    SELECT max(coalesce(p.usable_from, $4::timestamptz)) AS latest
    FROM mass_payout_line l JOIN mass_payout_slice s ON s.mass_payout_id = l.mass_payout_id AND s.slice = l.slice
    LEFT JOIN payout_address p ON p.profile_id = $2 AND p.network = s.network AND p.address_key = l.address_key
      AND p.destination_tag = coalesce(l.destination_tag, -1)
    WHERE l.mass_payout_id = $1 AND coalesce(p.usable_from, $4) > $3
  ) AS a
  WHERE m.id = $1`);
