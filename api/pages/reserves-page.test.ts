import { expect, test } from 'vitest';
import type { ReserveAssetRow } from '../../db/reserves/rows.ts';
import { reservesValues } from './reserves-page.ts';
import type { Html } from './site-values.ts';

const asset: ReserveAssetRow = {
  mode: 'production',
  day: '2026-11-29',
  gateId: 'BTC',
  depth: 10,
  rootHash: Buffer.alloc(32),
  owedMinor: 300_000_000n,
  heldMinor: 400_000_000n,
  heldSource: 'node',
  heldAt: new Date('2026-11-29T00:04:00Z'),
  provenMinor: 299_999_999n,
};

function rowOf(change: Partial<ReserveAssetRow>, isSimulated = false): string {
  const published = {
    mode: 'production',
    day: '2026-11-29',
    moment: new Date('2026-11-29T00:00:41Z'),
    publishedAt: new Date('2026-11-29T00:05:00Z'),
    statement: 'TGR1.k.p.s',
    keyId: 'k',
    proofsRemovedAt: null,
  } as const;
  const shown = { published, assets: [{ ...asset, ...change }], addresses: [], publicKey: 'key' };
  const page = { mode: 'production', shown: { ...shown, isSimulated: () => isSimulated }, days: [] } as const;
  return (reservesValues(page).RESERVES_ASSETS as Html).html;
}

test('a figure of our own is beside what is proven, with its source and moment, and adds nothing to it', () => {
  const row = rowOf({});
  expect(row).toContain('<td data-head="Coverage">99.99%</td>');
  expect(row).toContain('4.00000000 BTC by our node at 00:04 UTC on November 29, 2026');
  expect(rowOf({ heldMinor: null, heldSource: null, heldAt: null })).toContain('>Unknown<');
});

test('simulated coins and euro have no coverage', () => {
  expect(rowOf({}, true)).toContain('<td data-head="Coverage">Simulated: nothing is proven</td>');
  expect(rowOf({ heldSource: 'simulator' })).toContain('<td data-head="Coverage">Simulated: nothing is proven</td>');
  const euro = rowOf({ gateId: 'EUR', provenMinor: null, heldSource: 'bank_statement' });
  expect(euro).toContain('<td data-head="Coverage">Not proven</td>');
  expect(euro).toContain('by the bank statement of November 29, 2026');
});

test('without a day nothing is claimed', () => {
  const values = reservesValues({ mode: 'production', shown: null, days: [] });
  expect(values.RESERVES_TITLE).toBe('No day is published yet');
  expect((values.RESERVES_ASSETS as Html).html).toBe('<tr><td colspan="5">None yet.</td></tr>');
});
