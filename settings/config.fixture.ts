import { type Config, type Environment, readConfig } from './config.ts';

/** The BIP-39 phrase of the standards' test vectors. Everyone knows it: never for anything but tests. */
export const TEST_MNEMONIC =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

/** A configuration for tests: everything simulated, keys of no worth; `env` adds or replaces variables. */
export function testConfig(env: Environment = {}): Config {
  return readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://localhost/none',
    ENCRYPTION_KEY: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    SANDBOX_SEED: TEST_MNEMONIC,
    LOG_LEVEL: 'silent',
    ...env,
  });
}
