import { type ChannelModel, connect } from 'amqplib';
import { type Broker, socketOptions } from './broker.ts';
import { DEFAULT_RETRY_DELAYS_MS } from './rabbitmq.ts';
import { parkingQueue, retryQueue } from './rabbitmq-consumer.ts';

/** How many messages wait for a consumer: for the first time, after a failure, and for an operator. */
export interface BusDepth {
  readonly queue: string;
  readonly waiting: number;
  readonly retrying: number;
  readonly parked: number;
}

/** Asks RabbitMQ for the depths of these consumers' queues. A queue that does not exist is empty. */
export async function readBusDepths(broker: Broker, queues: readonly string[]): Promise<BusDepth[]> {
  const model = await connect(broker.url, { noDelay: true, ...socketOptions(broker), timeout: CONNECT_MS });
  // Its calls fail by themselves; without a listener the process would end.
  model.on('error', () => {});
  try {
    const depths: BusDepth[] = [];
    for (const queue of queues) {
      const delays = [...new Set(DEFAULT_RETRY_DELAYS_MS)].map((delayMs) => retryQueue(queue, delayMs));
      const [waiting, parked, ...retrying] = await countAll(model, [queue, parkingQueue(queue), ...delays]);
      depths.push({ queue, waiting: waiting ?? 0, parked: parked ?? 0, retrying: sum(retrying) });
    }
    return depths;
  } finally {
    await model.close().catch(() => {});
  }
}

async function countAll(model: ChannelModel, queues: readonly string[]): Promise<number[]> {
  const counts: number[] = [];
  for (const queue of queues) counts.push(await countMessages(model, queue));
  return counts;
}

/** The broker closes the channel that asks for a queue that does not exist, so each question has its own. */
async function countMessages(model: ChannelModel, queue: string): Promise<number> {
  const channel = await model.createChannel();
  channel.on('error', () => {});
  try {
    const { messageCount } = await channel.checkQueue(queue);
    await channel.close();
    return messageCount;
  } catch (error) {
    if ((error as { code?: unknown }).code === NOT_FOUND) return 0;
    throw error;
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, each) => total + each, 0);
}

const NOT_FOUND = 404;
const CONNECT_MS = 2_000;
