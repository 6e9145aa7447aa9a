import { runWorker } from '../../temporal/run-worker.ts';
import { standAt } from './barrier.fixture.ts';

// The worker of the product, which pauses at a step of sending when a test requests it.
await runWorker({ onStep: standAt(process.env.FAULT_BARRIER ?? '') });
