import type { Config } from '../../domain/config.ts';
import { type PayoutSettings, payoutSettings } from '../payouts/settings.ts';
import { createWithdrawalSeal, type WithdrawalSeal } from './seal.ts';

/** The configuration that withdrawals need: that of payouts for those in coins. */
export interface WithdrawalSettings extends PayoutSettings {
  readonly withdrawalSeal: WithdrawalSeal;
}

export function withdrawalSettings(config: Parameters<typeof payoutSettings>[0] & Config): WithdrawalSettings {
  return { ...payoutSettings(config), withdrawalSeal: createWithdrawalSeal(config.encryptionKey) };
}
