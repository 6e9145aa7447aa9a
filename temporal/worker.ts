import '../db/core/require-node.ts';
import { runWorker } from './run-worker.ts';

// A worker process: `node temporal/worker.ts`.
await runWorker();
