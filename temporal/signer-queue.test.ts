import { expect, test } from 'vitest';
import { openKeyRing } from '../activities/signer/keys.ts';
import { connect } from '../db/connect.ts';
import { testConfig } from '../settings/config.fixture.ts';
import { signerQueues } from './signer-queue.ts';

test('what gathers coins has a queue of its own beside the payouts, with a place for each chain', async () => {
  const config = testConfig();
  const db = connect('postgres://nobody@127.0.0.1:1/none');
  const plans = signerQueues({ config, db, keyRing: openKeyRing(config, undefined) });
  await db.close();
  expect(plans.map(({ taskQueue }) => taskQueue)).toEqual(['signer', 'signer-sweeps']);
  expect(plans[1]?.concurrency).toBe(12);
});
