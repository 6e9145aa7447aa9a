import { expect, test } from 'vitest';
import { type ReserveMessage, reserveMessage } from './message.ts';

const message: ReserveMessage = {
  mode: 'production',
  network: 'BTC',
  address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
  day: '2026-11-29',
  statementSha256: 's'.repeat(43),
};

test('a message says what it is, of which address, day and statement', () => {
  expect(reserveMessage(message)).toBe(
    `Tidegate proof of reserves
Mode: production
Network: BTC
Address: bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l
Day: 2026-11-29
Statement: ${'s'.repeat(43)}`,
  );
  expect(reserveMessage({ ...message, address: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a' })).toContain(
    'Address: bitcoincash:qpm2',
  );
});

test('a part of another form is refused: nobody can make it say something else', () => {
  const others: Partial<Record<keyof ReserveMessage, string>>[] = [
    { mode: 'production\nI owe' },
    { mode: 'x' },
    { mode: 'xproduction' },
    { network: 'btc' },
    { network: 'BITCOIN' },
    { address: 'bc1q' },
    { address: `${message.address}\nPay` },
    { address: 'a'.repeat(101) },
    { day: '2026-11-9' },
    { day: '2026-11-29\n' },
    { day: 'x2026-11-29' },
    { statementSha256: 's'.repeat(42) },
    { statementSha256: `${'s'.repeat(43)}\n` },
    { statementSha256: `\n${'s'.repeat(43)}` },
  ];
  for (const other of others) {
    expect(() => reserveMessage({ ...message, ...other } as ReserveMessage)).toThrow('not a message about reserves');
  }
});
