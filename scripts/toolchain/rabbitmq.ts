import { existsSync } from 'node:fs';
import { type Found, findProgram, type Missing } from './found.ts';

/** Debian's wrapper on the PATH insists on the user `rabbitmq`; the script it wraps runs as anybody. */
const scripts = [
  '/usr/lib/rabbitmq/bin/rabbitmq-server',
  '/usr/local/opt/rabbitmq/sbin/rabbitmq-server',
  '/opt/homebrew/opt/rabbitmq/sbin/rabbitmq-server',
];

/** RabbitMQ's own start script (`RABBITMQ_SERVER`, usual places, PATH). */
export async function ensureRabbitMq(): Promise<Found | Missing> {
  if (process.env.RABBITMQ_SERVER) return findProgram([], 'RABBITMQ_SERVER') ?? { missing: 'RABBITMQ_SERVER is empty' };
  const path = scripts.find((script) => existsSync(script));
  if (path !== undefined) return { path, origin: 'path' };
  return (
    findProgram(['rabbitmq-server']) ?? {
      missing: 'rabbitmq-server is not installed (Debian: apt-get install rabbitmq-server)',
    }
  );
}
