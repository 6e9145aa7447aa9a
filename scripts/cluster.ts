// `npm run cluster`: Tidegate as production runs it, every part a process of its own, on one machine.
import '../db/core/require-node.ts';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCluster } from './cluster/start-cluster.ts';
import { conduct } from './start/conduct.ts';
import { buildFrontEnds } from './start/front-ends.ts';
import { isFound } from './toolchain/found.ts';
import { ensureRabbitMq } from './toolchain/rabbitmq.ts';
import { ensureTemporalServer } from './toolchain/temporal-server.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

await conduct('npm run cluster', async ({ folder, keeper, port, closers }) => {
  // Slow or impossible downloads come before anything is started.
  const broker = await ensureRabbitMq();
  if (!isFound(broker)) throw new Error(broker.missing);
  const temporal = await ensureTemporalServer();
  if ('missing' in temporal) throw new Error(temporal.missing);
  await buildFrontEnds(root);
  return startCluster({ folder, port, closers, start: ({ name, layer, start }) => keeper.keep(name, layer, start) });
});
