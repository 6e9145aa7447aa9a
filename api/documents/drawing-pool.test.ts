import { afterEach, expect, test } from 'vitest';
import type { DocumentFacts } from '../../domain/documents/proof.ts';
import { createDrawingPool, type DrawingBounds, type DrawingPool } from './drawing-pool.ts';
import type { Confirmation } from './inputs.ts';
import { readPdf } from './read-pdf.fixture.ts';

const pools: DrawingPool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

const GENEROUS: DrawingBounds = { pieceMs: 120_000, memoryMb: 256 };
const confirmation: Confirmation = {
  kind: 'payout',
  title: 'Payout confirmation',
  id: 'a',
  mode: 'sandbox',
  company: 'Shop',
  gateId: 'BTC',
  amount: '1.00000000',
  netAmount: '0.90000000',
  fees: { service: '0.10000000', network: '0' },
  completedAt: '2026-01-02T03:04:05.000Z',
  details: { txid: 'f'.repeat(64) },
};

function open(bounds: DrawingBounds): DrawingPool {
  const pool = createDrawingPool(bounds);
  pools.push(pool);
  return pool;
}

function draw(
  pool: DrawingPool,
  of: Confirmation = confirmation,
  prove = (facts: DocumentFacts) => JSON.stringify(facts),
) {
  const input = { type: 'confirmation', confirmation: of } as const;
  return pool.draw({ input, signer: { prove }, publicUrl: 'https://pay.example' });
}

async function read(
  drawing: ReturnType<typeof draw>,
): Promise<{ readonly bytes: Buffer; readonly facts: DocumentFacts }> {
  const pieces: Buffer[] = [];
  for (;;) {
    const step = await drawing.next();
    if (step.done === true) return { bytes: Buffer.concat(pieces), facts: step.value };
    pieces.push(step.value);
  }
}

test('several documents are drawn at once, each with its own facts and signed here', async () => {
  const pool = open(GENEROUS);
  const proven: string[] = [];
  const ids = ['a', 'b', 'c', 'd'];
  const prove = (facts: DocumentFacts) => {
    proven.push(facts.id);
    return facts.id;
  };
  const drawn = await Promise.all(ids.map((id) => read(draw(pool, { ...confirmation, id }, prove))));
  expect(drawn.map(({ facts }) => facts.id)).toEqual(ids);
  expect(proven.toSorted()).toEqual(ids);
  for (const { bytes } of drawn) {
    expect([bytes.toString('latin1', 0, 8), /startxref\n\d+\n%%EOF\n?$/.test(bytes.toString('latin1'))]).toEqual([
      '%PDF-1.7',
      true,
    ]);
  }
});

test('long words are written whole, and amounts, times and IBANs as people read them', async () => {
  const { txid } = confirmation.details;
  const details = { txid, reference: `order ${'R'.repeat(200)} end`, iban: 'DE89370400440532013000' };
  const { bytes } = await read(draw(open(GENEROUS), { ...confirmation, gateId: 'EUR', amount: '1234.50', details }));
  const { text } = await readPdf(bytes);
  expect(text.replaceAll(/\s/g, '')).toContain(`order${'R'.repeat(200)}end`);
  for (const shown of ['€1,234.50', 'Jan 2, 2026, 03:04:05 UTC', 'DE89 3704 0044 0532 0130 00'])
    expect(text).toContain(shown);
});

test('a drawing that takes too long ends with its thread, and others are drawn afterwards', async () => {
  const bounds = { ...GENEROUS, pieceMs: 1 };
  const pool = open(bounds);
  await expect(read(draw(pool))).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 10 });
  Object.assign(bounds, GENEROUS);
  expect((await read(draw(pool))).facts.id).toBe('a');
});

test('a drawing that takes too much memory ends its thread, and nothing else', async () => {
  const pool = open({ ...GENEROUS, memoryMb: 64 });
  const huge = { ...confirmation, details: { reference: 'x'.repeat(8_000_000) } };
  await expect(read(draw(pool, huge))).rejects.toMatchObject({ code: 'service_unavailable', status: 503 });
  expect((await read(draw(pool))).facts.id).toBe('a');
});

test('a mistake in a drawing is not reported as a lack of memory', async () => {
  const pool = open(GENEROUS);
  await expect(read(draw(pool, { ...confirmation, completedAt: 'never' }))).rejects.toThrow('Invalid time value');
});

test('a reader who leaves delays nobody', async () => {
  const pool = open(GENEROUS);
  const left = draw(pool);
  await left.next();
  await left.return({ kind: 'payout', id: '' });
  expect((await read(draw(pool))).facts.id).toBe('a');
});
