import { expect, test } from 'vitest';
import { loadTemporalConfig } from '../../settings/load.ts';
import { prepareNamespaceAt } from './temporal-namespace.ts';

test('a Temporal that does not answer is named, with the setting to check', async () => {
  // Nobody listens on the port of "discard".
  const config = loadTemporalConfig({ TEMPORAL_ADDRESS: '127.0.0.1:9' });
  await expect(prepareNamespaceAt(config, { patienceMs: 1_000 })).rejects.toThrow(
    'Temporal does not answer at 127.0.0.1:9. Check TEMPORAL_ADDRESS.',
  );
});
