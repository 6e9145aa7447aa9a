import { startTestCluster, type TestCluster } from '../../scripts/testing/cluster.ts';
import { isFound } from '../../scripts/toolchain/found.ts';
import { ensureRabbitMq } from '../../scripts/toolchain/rabbitmq.ts';
import { ensureTemporalServer } from '../../scripts/toolchain/temporal-server.ts';
import { type BenchShop, openShop } from '../shop.ts';

/** Runs a benchmark on the cluster of `npm run cluster`, without limits that a benchmark would meet. */
export async function withCluster<Result>(
  work: (cluster: TestCluster, shop: BenchShop) => Promise<Result>,
): Promise<Result> {
  // Slow builds come before all measurements.
  const temporal = await ensureTemporalServer();
  if ('missing' in temporal) throw new Error(temporal.missing);
  const broker = await ensureRabbitMq();
  if (!isFound(broker)) throw new Error(broker.missing);
  const cluster = await startTestCluster({
    LOG_LEVEL: 'warn',
    RATE_LIMIT_API_PER_MINUTE: '1000000',
    RATE_LIMIT_CUSTOMER_PER_MINUTE: '1000000',
  });
  const shop = await openShop(cluster.started);
  try {
    return await work(cluster, shop);
  } finally {
    await shop.close();
    await cluster.stop();
  }
}
