import type { Config } from '../../settings/config.ts';
import { type PayoutSettings, payoutSettings } from '../payouts/settings.ts';
import { createMassSeal, type MassSeal } from './seal.ts';

/** The configuration that mass payouts need: that of payouts, and a seal over many lines. */
export interface MassSettings extends PayoutSettings {
  readonly massSeal: MassSeal;
}

export function massSettings(
  config: Parameters<typeof payoutSettings>[0] & Pick<Config, 'encryptionKey'>,
): MassSettings {
  return { ...payoutSettings(config), massSeal: createMassSeal(config.encryptionKey) };
}
