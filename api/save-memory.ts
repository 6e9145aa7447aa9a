import { setFlagsFromString } from 'node:v8';

/**
 * Memory before speed: what an API holds for good is 50 MB, and what it no longer needs is not left lying beside it.
 * Creating invoices holds a sixth less for it, at a tenth of its pace at most. For the API alone, because a worker
 * would pay for it with its latency.
 */
export function saveMemory(): void {
  setFlagsFromString('--optimize-for-size');
  setFlagsFromString('--heap-growing-percent=30');
}
