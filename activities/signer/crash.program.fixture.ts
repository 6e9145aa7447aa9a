import { connect } from '../../db/connect.ts';
import type { CryptoGateId } from '../../domain/assets/assets.ts';
import type { FaultPoint } from './fault-points.fixture.ts';
import { signerBench } from './testing.fixture.ts';

/** The program's orders, as JSON in its first argument. */
export interface CrashOrder {
  readonly url: string;
  /** In base64. */
  readonly encryptionKey: string;
  readonly gateId: CryptoGateId;
  readonly payoutIds: readonly string[];
  /** Dies there, the nth time it comes by; `none` works on until it is killed, and says so once it begins. */
  readonly point: FaultPoint | 'none';
  readonly times: number;
  readonly bump: boolean;
}

// A signer, a sender and a follower in a process of their own, which dies at a step boundary as if its power were cut.
const order = JSON.parse(process.argv[2] ?? '{}') as CrashOrder;
const db = connect(order.url);
let left = order.times;
const bench = await signerBench(db, {
  gateId: order.gateId,
  config: { encryptionKey: Buffer.from(order.encryptionKey, 'base64') },
  faultPoint: (name) => {
    if (name !== order.point) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
if (order.point === 'none') await workOn();
const [first = ''] = order.payoutIds;
await bench.sign(...order.payoutIds);
if (order.bump) {
  await bench.send(first);
  await bench.signer.bumpFee({ version: 1, payoutId: first });
}
for (const id of order.payoutIds) await bench.send(id);
await bench.track();
await bench.blocks(12);
await bench.track();
await db.close();

async function workOn(): Promise<never> {
  process.stdout.write('working\n');
  for (;;) {
    for (const id of order.payoutIds) {
      const { status } = await bench.stateOf(id);
      if (status === 'queue' && (await bench.sign(id)).signed.length > 0) await bench.send(id);
      if (order.bump && status === 'confirming') await bench.signer.bumpFee({ version: 1, payoutId: id });
      await bench.track();
      await bench.blocks(1);
    }
  }
}
