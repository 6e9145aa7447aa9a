import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CombineRules, combineSamples, type RateSample } from './rate-samples.ts';

const NOW = 1_800_000_000_000;
const rules: CombineRules = { maxAgeMs: 60_000, maxAheadMs: 5_000, maxDeviationBps: 200, minSources: 2 };

function sample(source: string, value: string, ageMs = 1_000): RateSample {
  return { source, value, sampledAtMs: NOW - ageMs };
}

describe('combining what sources say', () => {
  test('takes the median of three and names them', () => {
    const combined = combineSamples([sample('a', '100'), sample('b', '101'), sample('c', '100.4', 3_000)], rules, NOW);
    expect(combined).toMatchObject({ ok: true, value: '100.4', sources: ['a', 'b', 'c'], sampledAtMs: NOW - 3_000 });
  });

  test('weighs two alike', () => {
    expect(combineSamples([sample('a', '100'), sample('b', '101')], rules, NOW)).toMatchObject({
      ok: true,
      value: '100.5',
    });
  });

  test('drops an outlier and says so', () => {
    const combined = combineSamples([sample('a', '100'), sample('b', '100.2'), sample('c', '1')], rules, NOW);
    expect(combined).toMatchObject({ ok: true, value: '100.1', dropped: [{ source: 'c', reason: 'outlier' }] });
  });

  test('drops a stale sample, and one from a clock that runs ahead', () => {
    const combined = combineSamples(
      [sample('a', '100'), sample('b', '100'), sample('c', '100', 61_000), sample('d', '100', -6_000)],
      rules,
      NOW,
    );
    expect(combined).toMatchObject({ ok: true, sources: ['a', 'b'] });
    expect(combined.dropped).toEqual([
      { source: 'c', reason: 'stale' },
      { source: 'd', reason: 'stale' },
    ]);
  });

  test('two that disagree give no rate: nobody can say who is right', () => {
    expect(combineSamples([sample('a', '100'), sample('b', '110')], rules, NOW)).toMatchObject({ ok: false });
  });

  test('one source is no rate, and none is no 1:1', () => {
    expect(combineSamples([sample('a', '100')], rules, NOW)).toMatchObject({ ok: false, reason: 'too_few_sources' });
    expect(combineSamples([], { ...rules, minSources: 0 }, NOW)).toMatchObject({ ok: false });
  });

  test('the same source twice counts once', () => {
    expect(combineSamples([sample('a', '100'), sample('a', '100')], rules, NOW)).toMatchObject({ ok: false });
  });

  test.each(['0', '-5', 'NaN', '', 'undefined', '1e2'])('%j is no sample', (value) => {
    expect(combineSamples([sample('a', '100'), sample('b', '100'), sample('c', value)], rules, NOW)).toMatchObject({
      ok: true,
      dropped: [{ source: 'c', reason: 'invalid' }],
    });
  });

  test('a sample without a readable time is stale', () => {
    const timeless = { source: 'c', value: '100', sampledAtMs: Number.NaN };
    expect(combineSamples([sample('a', '100'), timeless], rules, NOW)).toMatchObject({ ok: false });
  });

  test('a minority of liars cannot move the price beyond what honest sources say', () => {
    const honest = fc.array(fc.integer({ min: 9_950, max: 10_050 }), { minLength: 3, maxLength: 6 });
    const lies = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { maxLength: 2 });
    fc.assert(
      fc.property(honest, lies, (truths, wrong) => {
        const lying = wrong.slice(0, Math.ceil(truths.length / 2) - 1);
        const samples = [...truths, ...lying].map((each, at) => sample(`s${at}`, String(each)));
        const combined = combineSamples(samples, rules, NOW);
        if (combined.ok) {
          expect(Number(combined.value)).toBeGreaterThanOrEqual(Math.min(...truths));
          expect(Number(combined.value)).toBeLessThanOrEqual(Math.max(...truths));
        }
      }),
    );
  });

  test('the order of the sources does not matter', () => {
    const values = fc.array(fc.integer({ min: 9_000, max: 11_000 }), { minLength: 2, maxLength: 7 });
    fc.assert(
      fc.property(values, (all) => {
        const samples = all.map((each, at) => sample(`s${at}`, String(each)));
        const forward = combineSamples(samples, rules, NOW);
        const backward = combineSamples([...samples].reverse(), rules, NOW);
        expect(forward.ok && forward.value).toBe(backward.ok && backward.value);
      }),
    );
  });
});
