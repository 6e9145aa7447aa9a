import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Whether a caller may read metrics: who shows the token, or without one only programs of this machine. */
export function mayReadMetrics(request: IncomingMessage, token: string | undefined): boolean {
  return token === undefined ? isOfThisMachine(request) : showsToken(request, token);
}

/** Connected from loopback, and not by a proxy that speaks for somebody else. */
function isOfThisMachine({ socket, headers }: IncomingMessage): boolean {
  const isForwarded = FORWARDED.some((name) => headers[name] !== undefined);
  return !isForwarded && /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? '');
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

function showsToken({ headers }: IncomingMessage, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}
