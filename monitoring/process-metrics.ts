import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** The metrics of one process: its memory, processor time and event loop, and what its parts add. */
export function createRegistry(service: string): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'tidegate_process_info',
    help: 'Always 1; says which program the process is.',
    labelNames: ['service'],
    registers: [registry],
  }).set({ service }, 1);
  return registry;
}
