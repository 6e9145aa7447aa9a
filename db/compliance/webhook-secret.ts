import { hkdfSync } from 'node:crypto';
import type { Config } from '../../settings/config.ts';

type Known = Pick<Config, 'verification' | 'nodeEnv' | 'encryptionKey'>;

/**
 * The secret that signs the provider's webhooks; undefined if there is no provider. API and worker agree on the
 * simulator's.
 */
export function webhookSecretOf(config: Known): string | undefined {
  if (config.verification !== undefined) return config.verification.webhookSecret;
  return isSimulatedProvider(config) ? simulatedSecret(config, 'webhooks') : undefined;
}

/** Whether the simulator replaces a provider. Never in production. */
export function isSimulatedProvider({ verification, nodeEnv }: Pick<Config, 'verification' | 'nodeEnv'>): boolean {
  return verification === undefined && nodeEnv !== 'production';
}

/** A secret of the simulator that needs no configuration. */
export function simulatedSecret({ encryptionKey }: Pick<Config, 'encryptionKey'>, use: 'webhooks' | 'calls'): string {
  return Buffer.from(hkdfSync('sha256', encryptionKey, '', `simulated verification: ${use}`, 32)).toString('hex');
}
