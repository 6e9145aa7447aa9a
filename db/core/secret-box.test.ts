import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecretBox } from './secret-box.ts';

describe('the secret box', () => {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
  const secret = 'whsec_sécret';

  it('gives back what was sealed, never twice the same bytes', () => {
    const box = createSecretBox(newKey);
    const [first, second] = [box.seal(secret, 'a'), box.seal(secret, 'a')];
    expect(box.open(first, 'a')).toBe(secret);
    expect(first.equals(second)).toBe(false);
    expect(first.includes(secret)).toBe(false);
  });

  it('opens what an older key sealed', () => {
    const sealed = createSecretBox(oldKey).seal(secret, 'a');
    expect(createSecretBox(newKey, oldKey).open(sealed, 'a')).toBe(secret);
    expect(() => createSecretBox(newKey).open(sealed, 'a')).toThrow('not configured');
  });

  it('refuses bytes that were moved or changed anywhere', () => {
    const box = createSecretBox(newKey);
    const sealed = box.seal(secret, 'profile:1');
    expect(() => box.open(sealed, 'profile:2')).toThrow();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => box.open(changed, 'profile:1')).toThrow();
    }
    expect(() => box.open(sealed.subarray(0, 20), 'profile:1')).toThrow();
  });

  it('takes keys of 32 bytes only', () => {
    expect(() => createSecretBox(randomBytes(16))).toThrow('32 bytes');
  });
});
