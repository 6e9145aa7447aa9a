import { createFollower } from '../../activities/chain/follower.ts';
import { runSimulator } from '../../activities/chain/simulator/engine.fixture.ts';
import { startSimulator } from '../../activities/chain/simulator/engine.ts';
import { openSimulatedChain } from '../../activities/chain/simulator/port.ts';
import { createInvoiceActivities } from '../../activities/invoices/activities.ts';
import { type SignerBench, signerBench } from '../../activities/signer/testing.fixture.ts';
import { type Receiver, startReceiver } from '../../activities/webhooks/receiver.fixture.ts';
import { openWebhookSender, type WebhookSender } from '../../activities/webhooks/sender.ts';
import { createWithdrawalActivities } from '../../activities/withdrawals/activities.ts';
import { buildServer } from '../../api/build-server.ts';
import { withRealClock } from '../../api/deps.ts';
import { openLiveHub } from '../../api/live/hub.ts';
import { basic, setRates } from '../../api/testing/server.fixture.ts';
import { applyStrayPayments } from '../../db/chain/stray-payments.ts';
import { connect } from '../../db/connect.ts';
import { setMarket } from '../../db/conversions/testing.fixture.ts';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { applyInvoiceEvent, applyInvoiceEvents } from '../../db/invoices/process.ts';
import { requestBlocks, requestPayment } from '../../db/simulator/commands.ts';
import { makeMerchant, type TestMerchant, testBox, testEncryptionKey } from '../../db/testing.fixture.ts';
import { testWithdrawalSettings } from '../../db/withdrawals/testing.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { testConfig } from '../../settings/config.fixture.ts';

/** The parts of a gateway in this process, without relay and workers, so that nothing happens by itself. */
export interface CostGateway {
  readonly db: Db;
  readonly shop: TestMerchant;
  readonly activities: ReturnType<typeof createInvoiceActivities> & ReturnType<typeof createWithdrawalActivities>;
  readonly chain: SimulatedBitcoin;
  readonly signer: SignerBench;
  readonly sender: WebhookSender;
  readonly receiver: Receiver;
  /** Calls the API as the shop; another answer than 2xx is an error. */
  post(path: string, body: object): Promise<{ readonly id: string }>;
  close(): Promise<void>;
}

interface SimulatedBitcoin {
  /** Lets the follower read whatever is new. */
  follow(): Promise<void>;
  mine(): Promise<void>;
  /** Sends what an invoice asks for. */
  pay(invoiceId: string): Promise<void>;
  close(): Promise<void>;
}

/** All its connections to the database have this name. */
export const APPLICATION = 'cost';

export async function openGateway(url: string): Promise<CostGateway> {
  const db = connect(url, { applicationName: APPLICATION });
  await setRates(db, 'sandbox');
  await setMarket(db);
  const receiver = await startReceiver();
  const sender = openWebhookSender({ db, box: testBox, allowedNetworks: ['127.0.0.1/32'] });
  const shop = await makeMerchant(db, { profile: { notificationUrl: receiver.url } });
  const chain = await openBitcoin(db);
  const api = await openApi(db, shop);
  return {
    db,
    shop,
    chain,
    sender,
    receiver,
    signer: await signerBench(db),
    activities: {
      ...createInvoiceActivities({ db, nowMs: Date.now }),
      ...createWithdrawalActivities({ db, settings: testWithdrawalSettings, nowMs: Date.now }),
    },
    post: api.post,
    async close() {
      await api.close();
      await sender.close();
      await receiver.close();
      await chain.close();
      await db.close();
    },
  };
}

async function openApi(db: Db, { token }: TestMerchant) {
  const live = openLiveHub(db.url, () => {});
  const defaults = testConfig({ PUBLIC_URL: 'http://localhost:8080' });
  const config = { ...defaults, databaseUrl: db.url, encryptionKey: testEncryptionKey };
  const app = await buildServer(withRealClock({ config, db, live }));
  return {
    async post(path: string, body: object): Promise<{ readonly id: string }> {
      const headers = { authorization: basic(token), 'content-type': 'application/json', 'idempotency-key': newId() };
      const answer = await app.inject({ method: 'POST', url: path, headers, payload: JSON.stringify(body) });
      if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`);
      return answer.json().data;
    },
    async close() {
      await app.close();
      await live.close();
    },
  };
}

async function openBitcoin(db: Db): Promise<SimulatedBitcoin> {
  const at = { mode: 'sandbox', network: 'BTC' } as const;
  const simulator = { db, nowMs: Date.now, blockSeconds: 0, chains: [at] };
  await startSimulator(simulator);
  const port = openSimulatedChain(db, at);
  const effects = { applyInvoiceEvent, applyInvoiceEvents, applyStrayPayments };
  const follower = createFollower({ db, effects, nowMs: Date.now }, port, { dropAfterMs: 0 });
  const isSimulated = () => true;
  return {
    async follow() {
      while (!(await follower.poll()).complete);
    },
    async mine() {
      await inTransaction(db, (tx) => requestBlocks(tx, { ...at, count: 1, nowMs: Date.now(), isSimulated }));
      await runSimulator(simulator);
    },
    async pay(invoiceId) {
      const request = { mode: at.mode, invoiceId, scenario: 'paid', nowMs: Date.now(), isSimulated } as const;
      await inTransaction(db, (tx) => requestPayment(tx, request));
      await runSimulator(simulator);
    },
    close: () => port.close(),
  };
}
