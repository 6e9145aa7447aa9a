// The balancer of `npm run cluster`: `UPSTREAMS=http://127.0.0.1:8081,http://127.0.0.1:8082 node scripts/balancer.ts`.
import '../db/core/require-node.ts';
import { startBalancer } from './services/balancer.ts';

const upstreams = (process.env.UPSTREAMS ?? '').split(',').filter((url) => url !== '');
const balancer = await startBalancer({
  host: process.env.HOST || '127.0.0.1',
  port: Number(process.env.PORT || '8080'),
  upstreams: upstreams.map((url) => new URL(url)),
  checkEveryMs: 250,
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void balancer.stop().then(() => process.exit(0)));
}
