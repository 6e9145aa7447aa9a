import { intlTag, type Language } from '../languages.ts';

/** A duration in whole minutes as readers of a language write it (`15 minutes`), or in seconds if it is no such one. */
export function durationText(seconds: number, language: Language): string {
  const isWhole = seconds >= 60 && seconds % 60 === 0;
  const [count, unit] = isWhole ? [seconds / 60, 'minute'] : [seconds, 'second'];
  return new Intl.NumberFormat(intlTag(language), { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
