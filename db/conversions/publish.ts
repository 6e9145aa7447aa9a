import { presentConversion } from '../../domain/conversion/view.ts';
import type { EventRow } from '../process/define.ts';
import { publicEvent } from '../process/public-event.ts';
import type { ConversionRow } from './rows.ts';

/** The public event `conversion.done`: a conversion is done as soon as it is there. */
export function conversionEvent(row: ConversionRow): EventRow {
  return publicEvent('conversion', { ...row, status: 'done' }, presentConversion(row), row.createdAt.getTime());
}
