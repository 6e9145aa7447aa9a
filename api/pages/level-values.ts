import { drawLevel, drawnLevel, type HourlyRate } from '../../domain/site/level.ts';
import type { SiteValues } from './site-values.ts';

/** The rates of the last day as the landing page draws them, with figures in the language of the page. */
export function levelValues(rates: readonly HourlyRate[], language: string): SiteValues {
  const level = drawLevel(rates);
  const euro = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 });
  return {
    LEVEL_KIND: level === null ? 'drawn' : 'recorded',
    LEVEL_PATH: level?.path ?? drawnLevel(),
    LEVEL_LOWEST: level === null ? '' : euro.format(level.lowest),
    LEVEL_HIGHEST: level === null ? '' : euro.format(level.highest),
  };
}
