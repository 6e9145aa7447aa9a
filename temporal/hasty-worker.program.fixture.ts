import { runWorker } from './run-worker.ts';

// The worker of the product, which loses patience with a silent queue sooner.
await runWorker({ paces: { watch: { everyMs: 500, silentAfterMs: 75_000, lostAfterMs: 4_000 } } });
