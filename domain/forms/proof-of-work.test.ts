import { describe, expect, it } from 'vitest';
import { findProof, isProven } from './proof-of-work.ts';

describe('the proof of work', () => {
  it('is found by trying, and is of its token alone', () => {
    const found = findProof('token', { from: 0, tries: 100_000, bits: 10 });
    const proof = 'proof' in found ? found.proof : '';
    expect(isProven('token', proof, 10)).toBe(true);
    expect(isProven('other', proof, 10)).toBe(false);
    expect(isProven('token', proof, 40)).toBe(false);
  });

  it('says where to go on when nothing was found', () => {
    expect(findProof('token', { from: 5, tries: 3, bits: 250 })).toEqual({ next: 8 });
  });

  it('needs as many bits as it says', () => {
    const counted = [1, 4, 8].map((bits) => {
      const all = Array.from({ length: 4_000 }, (_, at) => isProven('token', at.toString(36), bits));
      return all.filter(Boolean).length;
    });
    expect(counted[0]).toBeGreaterThan(1_800);
    expect(counted[0]).toBeLessThan(2_200);
    expect(counted[1]).toBeLessThan(400);
    expect(counted[2]).toBeLessThan(60);
    expect(counted[2]).toBeGreaterThan(0);
  });

  it('takes no proof of another form', () => {
    for (const proof of ['', 'A', '1 ', '-1', 'x'.repeat(13), '\u0000'])
      expect(isProven('token', proof, 0)).toBe(false);
  });
});
