import { expect, test } from 'vitest';
import { openBooks } from './books.fixture.ts';
import { bankPaymentsTable } from './payment-rows.ts';
import { settleRecallFiles } from './recall-files.ts';
import { bankFilesTable } from './rows.ts';

const { db, payment, ordered, inBooks } = await openBooks();
const recalled = () => payment(700n, { status: 'recalling' });
const settle = (...ids: readonly string[]) => inBooks((tx) => settleRecallFiles(tx, ids, 5_000));
const fileOf = (id: string) => bankFilesTable.findOne(db, { id });

test('a file of recalls is answered once the bank has decided about the last of its payments', async () => {
  const [one, two] = [await recalled(), await recalled()];
  const file = await ordered([one.id, two.id], { kind: 'camt.055' });
  const other = await ordered([(await payment()).id], { kind: 'camt.055' });
  await bankPaymentsTable.update(db, { status: 'rejected' }, { id: one.id });
  await settle(one.id);
  expect(await fileOf(file.id)).toMatchObject({ state: 'sent', settledAt: null });
  await bankPaymentsTable.update(db, { status: 'accepted' }, { id: two.id });
  await settle(two.id);
  expect(await fileOf(file.id)).toMatchObject({ state: 'answered', settledAt: new Date(5_000) });
  expect(await fileOf(other.id)).toMatchObject({ state: 'sent' });
});

test('it is a file of recalls that has left, or may have', async () => {
  for (const [kind, state, becomes] of [
    ['camt.055', 'sending', 'answered'],
    ['camt.055', 'written', 'written'],
    ['camt.055', 'refused', 'refused'],
    ['pain.001', 'sent', 'sent'],
  ] as const) {
    const { id } = await payment();
    const file = await ordered([id], { kind, state });
    await settle(id);
    expect(await fileOf(file.id), `${kind} ${state}`).toMatchObject({ state: becomes });
  }
});
