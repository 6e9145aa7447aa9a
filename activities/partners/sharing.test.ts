import { expect, test } from 'vitest';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { partnerDesk } from '../../db/partners/testing.fixture.ts';
import { startSharing } from './sharing.ts';

const { db } = await openTestDatabase();
const desk = partnerDesk(db);

test('two workers share a fee once, and go on after an error', async () => {
  const partner = await desk.active();
  const merchant = await desk.referred(partner);
  await execute(db, 'ALTER TABLE partner_share ADD CONSTRAINT dies CHECK (line < 0) NOT VALID');
  const errors: unknown[] = [];
  const options = { onTrouble: (error: unknown) => void errors.push(error), pollMs: 20 };
  const workers = [startSharing(db, options), startSharing(db, options)];
  try {
    await desk.charge(merchant, 1_000n);
    await expect.poll(() => errors.length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(await desk.books(partner.id)).toMatchObject({ earned: 0n });
    await execute(db, 'ALTER TABLE partner_share DROP CONSTRAINT dies');
    await expect.poll(() => desk.books(partner.id), { timeout: 10_000 }).toMatchObject({ earned: 100n });
  } finally {
    await Promise.all(workers.map((each) => each.stop()));
  }
});

const openAlerts = () =>
  select<{ subject: string }>(
    db,
    `SELECT subject FROM alert WHERE kind = 'partner_unshared' AND resolved_at IS NULL ORDER BY subject`,
    [],
  );

test('a merchant whose share always fails has an alert, keeps nobody waiting, and is shared once it can be', async () => {
  const [partner, other] = [await desk.active(), await desk.active()];
  const [broken, sound] = [await desk.referred(partner), await desk.referred(other)];
  await execute(
    db,
    `ALTER TABLE partner_share ADD CONSTRAINT fails CHECK (merchant_id <> '${broken.merchantId}') NOT VALID`,
  );
  const errors: unknown[] = [];
  const options = { onTrouble: (error: unknown) => void errors.push(error), pollMs: 20 };
  const workers = [startSharing(db, options), startSharing(db, options)];
  try {
    const subject = await desk.charge(broken, 1_000n);
    await desk.charge(sound, 1_000n);
    await expect.poll(() => desk.books(other.id), { timeout: 10_000 }).toMatchObject({ earned: 100n });
    expect(await openAlerts()).toEqual([{ subject: `merchant:${broken.merchantId}` }]);
    // Later fees of both, and a return of a fee that waits.
    await desk.charge(sound, 2_000n);
    await desk.charge(broken, 4_000n);
    await desk.charge(broken, -300n, { subject });
    await expect.poll(() => desk.books(other.id), { timeout: 10_000 }).toMatchObject({ earned: 300n });
    expect(await desk.books(partner.id)).toMatchObject({ earned: 0n });
    expect(String(errors.at(-1))).toContain(broken.merchantId);

    await execute(db, 'ALTER TABLE partner_share DROP CONSTRAINT fails');
    await expect.poll(() => desk.books(partner.id), { timeout: 10_000 }).toMatchObject({ earned: 470n });
    await expect.poll(openAlerts, { timeout: 10_000 }).toEqual([]);
  } finally {
    await Promise.all(workers.map((each) => each.stop()));
  }
  expect(await desk.books(partner.id)).toMatchObject({ earned: 470n });
  expect((await trialBalance(db)).mismatches).toEqual([]);
});

test('fees of merchants that are aside cost the others no more failed rounds', async () => {
  const [partner, other] = [await desk.active(), await desk.active()];
  const sound = await desk.referred(other);
  const broken = await Promise.all(Array.from({ length: 3 }, () => desk.referred(partner)));
  const ids = broken.map(({ merchantId }) => `'${merchantId}'`).join();
  await execute(db, `ALTER TABLE partner_share ADD CONSTRAINT fails CHECK (merchant_id NOT IN (${ids})) NOT VALID`);
  const charged = async () => {
    for (const merchant of [...broken, sound]) await desk.charge(merchant, 1_000n);
  };
  await charged();
  const setAside = startSharing(db, { onTrouble: () => undefined, pollMs: 20 });
  try {
    await expect.poll(() => desk.books(other.id), { timeout: 10_000 }).toMatchObject({ earned: 100n });
  } finally {
    await setAside.stop();
  }
  await charged();
  const errors: unknown[] = [];
  // One round.
  const worker = startSharing(db, { onTrouble: (error) => void errors.push(error), pollMs: 600_000 });
  try {
    await expect.poll(() => desk.books(other.id), { timeout: 10_000 }).toMatchObject({ earned: 200n });
  } finally {
    await worker.stop();
  }
  const failures = broken.map(({ merchantId }) => errors.filter((error) => String(error).includes(merchantId)).length);
  expect(failures).toEqual([1, 1, 1]);
  await execute(db, 'ALTER TABLE partner_share DROP CONSTRAINT fails');
});

test('one error alone sets nobody aside: it may be a lost connection', async () => {
  const partner = await desk.active();
  const merchant = await desk.referred(partner);
  await execute(db, 'CREATE SEQUENCE tries');
  await execute(
    db,
    `CREATE FUNCTION fails_once() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF nextval('tries') = 1 THEN RAISE EXCEPTION 'once'; END IF;
       RETURN NEW;
     END $$`,
  );
  await execute(db, 'CREATE TRIGGER fails BEFORE INSERT ON partner_share FOR EACH ROW EXECUTE FUNCTION fails_once()');
  await desk.charge(merchant, 1_000n);
  const worker = startSharing(db, { onTrouble: () => undefined, pollMs: 20 });
  try {
    await expect.poll(() => desk.books(partner.id), { timeout: 10_000 }).toMatchObject({ earned: 100n });
  } finally {
    await worker.stop();
  }
  expect(await select(db, `SELECT 1 FROM alert WHERE subject = 'merchant:${merchant.merchantId}'`)).toEqual([]);
});
