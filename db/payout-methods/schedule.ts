import type { GateId, Mode } from '../../domain/assets/assets.ts';
import { METHOD_PERIODS, type MethodOperation, type MethodPeriod } from '../../domain/payout-methods/fields.ts';
import type { MethodStatus } from '../../domain/state/payment-method.ts';
import { enqueue, type OutboxRow } from '../core/outbox.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { lockUntilCommit, maybeOne, prepared, select } from '../core/sql.ts';

/**
 * The outbox topic of {@link methodSchedule}; the payload names only the method, so that the newest row decides, in
 * whatever order the messages arrive.
 */
export const METHOD_SCHEDULE = 'workflow.schedule';

export interface MethodScheduleMessage {
  readonly methodId: string;
}

/** Brings the method's schedule in line with its row: created, changed, paused, resumed or deleted. */
export function methodSchedule({ id }: { readonly id: string }): OutboxRow {
  const payload: MethodScheduleMessage = { methodId: id };
  return { topic: METHOD_SCHEDULE, payload };
}

/**
 * {@link methodSchedule} for changes that are no steps of the process: of `automatic`, period or title. A step does it
 * by itself; an unnecessary call does nothing.
 */
export async function setMethodSchedule(tx: Tx, method: { readonly id: string }): Promise<void> {
  await enqueue(tx, [methodSchedule(method)]);
}

/** A method that pays automatically. */
export interface AutomaticMethod {
  readonly id: string;
  readonly merchantId: string;
  readonly profileId: string;
  readonly mode: Mode;
  readonly status: MethodStatus;
  readonly operation: MethodOperation;
  readonly title: string;
  readonly gateId: GateId;
  /** Null: a bank account. */
  readonly address: string | null;
  readonly destinationTag: string | null;
  readonly period: MethodPeriod;
  /** The end of its address's cool-off. */
  readonly usableFrom: Date | null;
}

/** The current method; null if it does not pay automatically (any more). */
export async function readAutomaticMethod(on: Db | Tx, methodId: string): Promise<AutomaticMethod | null> {
  const row = await maybeOne<MethodRow>(on, readSql, [methodId]);
  const period = METHOD_PERIODS.find((each) => each === row?.period);
  if (row === undefined || period === undefined) return null;
  return {
    id: row.id,
    merchantId: row.merchant_id,
    profileId: row.profile_id,
    mode: row.mode,
    status: row.status,
    operation: row.operation,
    title: row.title,
    gateId: row.gate_id,
    address: row.address,
    destinationTag: row.destination_tag,
    period,
    usableFrom: row.usable_from,
  };
}

/** All methods that pay automatically, as their schedules should be. */
export function automaticSchedules(on: Db | Tx): Promise<Pick<AutomaticMethod, 'id' | 'status' | 'period'>[]> {
  return select(on, allSql);
}

/** The description of a schedule, so that one that differs from its row is recognized. */
export function scheduleNote({ status, period }: Pick<AutomaticMethod, 'status' | 'period'>): string {
  return status === 'active'
    ? `${SCHEDULE_NOTE}active and pays each ${period}, even if late.`
    : `${SCHEDULE_NOTE}${status}.`;
}

/** How all notes of schedules begin, unless an operator has changed one. */
export const SCHEDULE_NOTE = 'The method is ';

/** Serializes updates of one method's schedule until the end of the transaction. */
export async function lockMethodSchedule(tx: Tx, methodId: string): Promise<void> {
  await lockUntilCommit(tx, `automatic-payout:${methodId}`);
}

interface MethodRow {
  id: string;
  merchant_id: string;
  profile_id: string;
  mode: Mode;
  status: MethodStatus;
  operation: MethodOperation;
  title: string;
  gate_id: GateId;
  address: string | null;
  destination_tag: string | null;
  period: string;
  usable_from: Date | null;
}

const isAutomatic = `m.automatic AND m.status <> 'deleted'`;
const readSql = prepared(`
  SELECT m.id, m.merchant_id, m.profile_id, m.mode, m.status, m.operation, m.title, m.gate_id, m.address,
    m.destination_tag::text, m.period,
    (SELECT max(a.usable_from) FROM payout_address a
     WHERE a.profile_id = m.profile_id AND a.address_key = coalesce(m.address_key, m.iban)
       AND a.destination_tag = coalesce(m.destination_tag, -1)) AS usable_from
  FROM payment_method m
  WHERE m.id = $1 AND ${isAutomatic}`);
const allSql = prepared(`SELECT m.id, m.status, m.period FROM payment_method m WHERE ${isAutomatic}`);
