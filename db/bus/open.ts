import type { Config } from '../../settings/config.ts';
import { raiseAlert, resolveAlert } from '../alerts/alerts.ts';
import type { Db } from '../core/sequelize.ts';
import { createInProcessBus } from './in-process.ts';
import { storeParked } from './parked.ts';
import type { Bus } from './port.ts';
import { openRabbitMqBus } from './rabbitmq.ts';

/**
 * The bus of this process: RabbitMQ if there is a URL for it, else in-process. Parked messages become alerted rows.
 * @param onTrouble receives lost connections, for the log.
 */
export function openBus(
  db: Db,
  { amqpUrl, amqpTls }: Pick<Config, 'amqpUrl' | 'amqpTls'>,
  onTrouble: (error: Error) => void,
): Promise<Bus> {
  if (amqpUrl === undefined) return Promise.resolve(createInProcessBus());
  return openRabbitMqBus({
    url: amqpUrl,
    tls: amqpTls,
    onTrouble,
    onParked: (parked) => storeParked(db, parked),
    onWaiting: ({ queue, message, error }) => {
      raiseAlert(db, {
        kind: 'service_away',
        subject: `${queue}:${message.topic}`,
        message: `Messages wait until a service is available again: ${error.message}`,
      }).catch(onTrouble);
    },
    onWaitingOver: (subject) => {
      resolveAlert(db, { kind: 'service_away', subject }).catch(onTrouble);
    },
  });
}
