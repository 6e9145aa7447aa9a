import type { FastifyRequest } from 'fastify';
import type { Client } from '../../db/accounts/devices.ts';
import { networkOf } from '../../domain/assets/network.ts';
import { type Language, languageOf } from '../../domain/languages.ts';
import { visitorOf } from '../plugins/visitors.ts';
import { deviceCookieOf } from './cookies.ts';

/** The browser a request comes from. */
export function clientOf(request: FastifyRequest): Client {
  return {
    ip: request.ip,
    network: networkOf(request.ip),
    userAgent: request.headers['user-agent'],
    visitorId: visitorOf(request.headers['x-visitor-id']),
    deviceCookie: deviceCookieOf(request),
  };
}

/** The language a person's browser asks for. */
export function languageOfRequest(request: FastifyRequest): Language {
  return languageOf(request.headers['accept-language']);
}
