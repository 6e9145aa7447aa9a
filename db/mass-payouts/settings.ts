import type { Config } from '../../domain/config.ts';
import { type PayoutSettings, payoutSettings } from '../payouts/settings.ts';
import { createMassSeal, type MassSeal } from './seal.ts';

/** What mass payouts take from the configuration: the same as payouts, and a seal over many lines at once. */
export interface MassSettings extends PayoutSettings {
  readonly massSeal: MassSeal;
}

export function massSettings(
  config: Parameters<typeof payoutSettings>[0] & Pick<Config, 'encryptionKey'>,
): MassSettings {
  return { ...payoutSettings(config), massSeal: createMassSeal(config.encryptionKey) };
}
