import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../database.fixture.ts';
import { type LiveListener, type LiveMessage, listenLive, notifyLive, notifyLiveAfterCommit } from './live.ts';
import { inTransaction } from './sequelize.ts';
import { execute, select } from './sql.ts';

const { db, databaseUrl } = await openTestDatabase();
let listener: LiveListener | undefined;
const patience = { timeout: 60_000, interval: 5 };

afterEach(async () => {
  await listener?.close();
});

async function listening(onReconnect?: () => void): Promise<LiveMessage[]> {
  const heard: LiveMessage[] = [];
  listener = await listenLive(databaseUrl, (message) => heard.push(message), onReconnect);
  return heard;
}

describe('live messages', () => {
  it('reach every listener, what is said twice at once only once', async () => {
    const [first, earlier] = [await listening(), listener];
    const second = await listening();
    for (const invoice of ['a', 'a', 'b']) notifyLive(db, { invoice });
    for (const heard of [first, second]) {
      await vi.waitFor(() => expect(heard).toEqual([{ invoice: 'a' }, { invoice: 'b' }]), patience);
    }
    await earlier?.close();
  });

  it('of a transaction are sent after its commit, and not at all when it is rolled back', async () => {
    const heard = await listening();
    const failing = inTransaction(db, async (tx) => {
      notifyLiveAfterCommit(tx, { invoice: 'undone' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await inTransaction(db, async (tx) => {
      notifyLiveAfterCommit(tx, { invoice: 'done' });
      await db.notifier.flush();
      expect(heard).toEqual([]);
    });
    await vi.waitFor(() => expect(heard).toEqual([{ invoice: 'done' }]), patience);
  });

  it('continue after the connections of sender and listener were lost, and the listener is notified', async () => {
    const reconnected = vi.fn();
    const heard = await listening(reconnected);
    notifyLive(db, { invoice: 'before' });
    await vi.waitFor(() => expect(heard).toHaveLength(1), patience);
    const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    await select(db, kill);
    await vi.waitFor(() => expect(reconnected).toHaveBeenCalledOnce(), patience);
    await vi.waitFor(() => {
      notifyLive(db, { invoice: 'after' });
      expect(heard.at(-1)).toEqual({ invoice: 'after' });
    }, patience);
  });
});

describe('a transaction', () => {
  it('in which a statement failed is not taken for committed, even when its error was swallowed', async () => {
    const swallowing = inTransaction(db, (tx) => execute(tx, 'SELECT 1 / 0').catch(() => 'swallowed'));
    await expect(swallowing).rejects.toThrow(/cannot be committed/);
  });
});
