import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { DomainError, type ErrorCode } from '../../domain/errors.ts';
import { errorBody } from './errors.ts';
import { answerHeaders } from './security-headers.ts';

/**
 * Answers what never became a request, in the shape of every other error: bytes that are no HTTP, headers without end,
 * requests that take too long. The connection ends with it.
 */
export function answerUnreadable(publicUrl: string, randomUuid: () => string) {
  return function answer(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const id = randomUuid();
    const refusal = new DomainError(CODES[error.code ?? ''] ?? 'malformed_request');
    const body = JSON.stringify(errorBody(refusal, id));
    const headers = {
      ...answerHeaders(publicUrl),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      'x-request-id': id,
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    this.log.info({ reqId: id, status: refusal.status, reason: error.code }, 'could not parse the request');
    if (socket.writable) {
      socket.write(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`);
    }
    socket.destroy(error);
  };
}

const CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};
