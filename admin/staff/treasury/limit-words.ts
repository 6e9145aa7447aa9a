import type { StaffTreasury } from '../../../contract/staff-treasury.ts';
import { formatAmount } from '../../../domain/money/money.ts';
import { t } from '../../i18n/translate.ts';
import { euros } from '../euros.ts';
import { percentOf } from './limit-form.ts';

export const LIMIT_NAMES = [
  'threshold',
  'max_age_seconds',
  'max_order',
  'position',
  'bound_bps',
  'daily_loss',
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** A limit with its unit. */
export function limitText(name: LimitName, value: string | number): string {
  if (name === 'max_age_seconds') {
    const seconds = Number(value);
    return seconds > 0 && seconds % 60 === 0
      ? t('limits.minutes', { smart_count: seconds / 60 })
      : t('limits.seconds', { smart_count: seconds });
  }
  return name === 'bound_bps' ? `${percentOf(Number(value))}%` : euros(String(value));
}

export interface LimitDifference {
  readonly name: LimitName;
  readonly before: string;
  readonly after: string;
}

type Change = StaffTreasury['limit_changes'][number];

/** Which limits a request changes, from what to what: what stays the same is left out. */
export function differencesOf(
  { asset, limits }: Pick<Change, 'asset' | 'limits'>,
  { positions, daily_loss }: Pick<StaffTreasury, 'positions' | 'daily_loss'>,
): readonly LimitDifference[] {
  const before = asset === '*' ? { daily_loss } : positions.find((position) => position.asset === asset);
  return LIMIT_NAMES.flatMap((name) => {
    const requested = requestedOf(limits, name);
    if (requested === null) return [];
    const known: unknown = before && Reflect.get(before, name);
    const [was, will] = [known === undefined ? '–' : limitText(name, known as string), limitText(name, requested)];
    return was === will ? [] : [{ name, before: was, after: will }];
  });
}

/** Requests keep amounts in cents. */
function requestedOf(limits: Change['limits'], name: LimitName): string | null {
  const minor = limits[`${name}_minor`];
  return minor === undefined ? (limits[name] ?? null) : formatAmount(BigInt(minor), 2);
}
