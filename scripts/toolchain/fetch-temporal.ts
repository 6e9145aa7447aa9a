// Fetches the Temporal CLI into the cache while packages are installed; run by scripts/bootstrap.mjs with the Node of
// the machine, so it imports built-ins only. Failures are printed, and the start itself tries again.
import { isFound } from './found.ts';
import { ensureTemporal } from './temporal.ts';

const found = await ensureTemporal();
process.exitCode = isFound(found) ? 0 : 1;
