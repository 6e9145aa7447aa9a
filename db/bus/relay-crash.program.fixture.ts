import { connect } from '../connect.ts';
import { execute } from '../core/sql.ts';
import { createInProcessBus } from './in-process.ts';
import { startRelay } from './relay.ts';

// A relay in a process of its own, for a test to kill: it notes slowly what it handled.
const db = connect(process.argv[2] ?? '');
const bus = createInProcessBus();
await bus.consume(
  'all',
  ['#'],
  async ({ eventId }) => {
    await execute(db, 'INSERT INTO handled VALUES ($1)', [eventId]);
    await new Promise((resolve) => setTimeout(resolve, 20));
  },
  { concurrency: 3 },
);
await startRelay(db, bus, { leaseMs: 300, pollMs: 20, maxInFlight: 20 });
