import type { Mode } from '../../domain/assets/assets.ts';
import { bankOf } from '../../settings/bank.ts';
import type { Config } from '../../settings/config.ts';
import { type PayoutSettings, payoutSettings } from '../payouts/settings.ts';
import { createWithdrawalSeal, type WithdrawalSeal } from './seal.ts';

/** The configuration that withdrawals need: that of payouts for those in coins. */
export interface WithdrawalSettings extends PayoutSettings {
  readonly withdrawalSeal: WithdrawalSeal;
  /** Whether there is a bank: without one, only coins are withdrawn. */
  hasBank(mode: Mode): boolean;
}

export function withdrawalSettings(config: Parameters<typeof payoutSettings>[0] & Config): WithdrawalSettings {
  return {
    ...payoutSettings(config),
    withdrawalSeal: createWithdrawalSeal(config.encryptionKey),
    hasBank: (mode) => bankOf(config, mode) !== 'none',
  };
}
