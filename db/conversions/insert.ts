import { presentTraceparent } from '../../tracing/spans.ts';
import { wakeRelay } from '../outbox.ts';
import type { Made } from '../process/define.ts';
import { dbOf, onCommit, type Tx } from '../sequelize.ts';
import { execute, json, prepared } from '../sql.ts';
import { conversionEvent } from './publish.ts';
import { type ConversionRow, conversionsTable } from './rows.ts';

/** Conversions of settlements, which the process that settles writes with its row. */
export function madeConversions(rows: readonly ConversionRow[]): Made[] {
  return rows.map((row) => ({ row: conversionsTable.write(row), event: conversionEvent(row) }));
}

/** Writes conversions that are part of no step, each with its event and the event's message, with one statement. */
export async function insertConversions(tx: Tx, rows: readonly ConversionRow[]): Promise<void> {
  if (rows.length === 0) return;
  const events = rows.map((row) => {
    const { id, profileId, type, body, payload } = conversionEvent(row);
    return { id, profile_id: profileId, type, entity_id: row.id, body, payload };
  });
  const written = rows.map((row) => conversionsTable.write(row));
  await execute(tx, insertSql, [json(written), json(events), presentTraceparent()]);
  onCommit(tx, () => wakeRelay(dbOf(tx)));
}

const insertSql = prepared(`
  WITH made AS (
    INSERT INTO conversion (${conversionsTable.names})
    SELECT ${conversionsTable.names} FROM jsonb_populate_recordset(NULL::conversion, $1::jsonb)),
  told AS (
    SELECT * FROM jsonb_to_recordset($2::jsonb)
      AS e(id uuid, profile_id uuid, type text, entity_id uuid, body text, payload jsonb)),
  published AS (
    INSERT INTO event (id, profile_id, type, entity_id, body) SELECT id, profile_id, type, entity_id, body FROM told)
  INSERT INTO outbox (event_id, topic, payload, traceparent) SELECT id, 'event.' || type, payload, $3 FROM told`);
