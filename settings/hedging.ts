import { type Mode, NETWORKS } from '../domain/assets/assets.ts';
import { type Config, isSimulated } from './config.ts';

/** Where a mode is hedged. */
export type Hedging = 'exchanges' | 'simulated' | 'none';

/**
 * Sandbox mode is hedged on simulators. Production mode uses the configured exchanges; while every chain of it is
 * simulated no real money moves, so then the simulators do without one. Otherwise it is not hedged.
 */
export function hedgingOf(config: Pick<Config, 'nodeEnv' | 'chains' | 'exchanges'>, mode: Mode): Hedging {
  if (mode === 'sandbox') return 'simulated';
  if (config.exchanges.length > 0) return 'exchanges';
  return NETWORKS.every((network) => isSimulated(config, mode, network)) ? 'simulated' : 'none';
}

/** Whether conversions are offered: without an exchange nothing could bring a position back. */
export function isConversionPossible(config: Pick<Config, 'nodeEnv' | 'chains' | 'exchanges'>, mode: Mode): boolean {
  return hedgingOf(config, mode) !== 'none';
}
