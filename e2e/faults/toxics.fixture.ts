import type { Toxic } from '../../scripts/services/toxiproxy.ts';

/** How an answer is spoilt on its way: lost, delayed, cut, or dripping in. */
export const TOXICS = {
  'the answer never comes': { type: 'timeout', attributes: { timeout: 0 } },
  'the connection ends without an answer': { type: 'timeout', attributes: { timeout: 300 } },
  'the connection is reset': { type: 'reset_peer', attributes: { timeout: 0 } },
  'the answer is cut in the middle': { type: 'limit_data', attributes: { bytes: 90 } },
  'the answer is late': { type: 'latency', attributes: { latency: 2_000, jitter: 1_500 } },
  'the answer comes in crumbs': { type: 'slicer', attributes: { average_size: 16, size_variation: 8, delay: 4_000 } },
  'the connection stays half open': { type: 'slow_close', attributes: { delay: 3_000 } },
  'the answer drips': { type: 'bandwidth', attributes: { rate: 1 } },
} as const satisfies Record<string, Toxic>;
