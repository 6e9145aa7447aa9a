import { presentConversion } from '../../contract/conversions.view.ts';
import type { EventRow, Made } from '../process/define.ts';
import { publicEvent } from '../process/public-event.ts';
import { type ConversionRow, conversionsTable } from './rows.ts';

/** The public event `conversion.done`: a conversion is done as soon as it is there. */
export function conversionEvent(row: ConversionRow): EventRow {
  return publicEvent('conversion', { ...row, status: 'done' }, presentConversion(row), row.createdAt.getTime());
}

/** Conversions of settlements, which the process that settles writes with its own row. */
export function madeConversions(rows: readonly ConversionRow[]): Made[] {
  return rows.map((row) => ({ row: conversionsTable.write(row), event: conversionEvent(row) }));
}
