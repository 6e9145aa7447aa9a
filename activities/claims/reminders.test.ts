import { beforeAll, expect, test } from 'vitest';
import { openAlerts } from '../../db/alerts/alerts.fixture.ts';
import { claimDesk } from '../../db/claims/testing.fixture.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { makeRates, makeShop, paymentsChanged, setPayment } from '../../db/invoices/testing.fixture.ts';
import { createClaimActivities } from './activities.ts';

const { db } = await openTestDatabase();
const desk = claimDesk(db);
const { remindClaim } = createClaimActivities({ db, nowMs: Date.now });
const alertsOf = async (id: string) =>
  (await openAlerts(db, `claim:${id}`)).map(({ kind, message }) => ({ kind, message }));

beforeAll(() => makeRates(db));

test('the staff is notified of a claim that waits for a decision, until it is decided', async () => {
  const { id } = await desk.claim(await desk.stray(await makeShop(db)));
  await remindClaim({ claimId: id });
  expect(await alertsOf(id)).toEqual([]);
  await desk.confirm(id);
  await remindClaim({ claimId: id });
  await remindClaim({ claimId: id });
  const message = 'The claim to 0.1 LTC (sandbox) waits for a decision.';
  expect(await alertsOf(id)).toEqual([{ kind: 'claim_waits', message }]);
  await desk.refuse(id, await desk.staff('manager'));
  expect(await alertsOf(id)).toEqual([]);
});

test('the staff is notified of a payment that was paid back and reorganized, until it is mined again', async () => {
  const of = await desk.paying(await makeShop(db));
  await desk.send(of.payoutId);
  const set = async (status: 'seen' | 'confirmed') => {
    await setPayment(db, of.paymentId, status);
    await paymentsChanged(db, of.invoiceId);
  };
  await set('seen');
  expect(await alertsOf(of.id)).toEqual([
    { kind: 'claim_lost', message: '0.1 LTC was paid back, then a reorganization took the payment.' },
  ]);
  await remindClaim({ claimId: of.id });
  expect(await alertsOf(of.id)).toMatchObject([{ kind: 'claim_lost' }]);
  await set('confirmed');
  expect(await alertsOf(of.id)).toEqual([]);
});
