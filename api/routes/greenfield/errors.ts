import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, type ErrorCode } from '../../../domain/errors.ts';
import type { GreenfieldFault } from '../../../domain/greenfield/fields.ts';
import { refusalFor } from '../../plugins/errors.ts';

/** The faults of a body, field by field, in the paths that the plugin sent. */
export class GreenfieldFaults extends Error {
  override readonly name = 'GreenfieldFaults';
  readonly faults: readonly GreenfieldFault[];

  constructor(faults: readonly GreenfieldFault[]) {
    super('The body is not valid.');
    this.faults = faults;
  }
}

/** The kind of object that a path is about, for the code of its 404. */
export type Missing = 'invoice' | 'webhook' | 'store' | 'pull-payment';

/** Answers with the error in BTCPay's form; what is no refusal of the rules is logged and says nothing of itself. */
export function answerGreenfieldError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isFaults = error instanceof GreenfieldFaults;
  const refusal = isFaults ? new DomainError('validation_failed') : refusalFor(error, request);
  if (refusal.status >= 500) request.log.error({ err: error }, 'request failed');
  if (refusal.retryAfterSeconds !== undefined) void reply.header('retry-after', String(refusal.retryAfterSeconds));
  return reply
    .code(STATUS[refusal.code] ?? refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(isFaults ? error.faults : bodyOf(refusal, request));
}

/** BTCPay has no 409: what a state forbids is a 400 there. */
const STATUS: Readonly<Partial<Record<ErrorCode, number>>> = {
  conflict: 400,
  illegal_transition: 400,
  payment_seen: 400,
  shop_closed: 400,
  merchant_blocked: 403,
};

function bodyOf(refusal: DomainError, request: FastifyRequest): unknown {
  switch (refusal.status) {
    case 401:
      return { code: 'unauthenticated', message: 'Authentication is required for accessing this endpoint' };
    case 404:
      return { code: `${missingIn(request)}-not-found`, message: `The ${missingIn(request)} was not found` };
    case 422:
      return faultsOf(refusal);
    default:
      return { code: codeOf(refusal), message: refusal.message, ...missingPermission(refusal) };
  }
}

function codeOf({ code }: DomainError): string {
  return code === 'permission_denied' ? 'missing-permission' : code.replaceAll('_', '-');
}

function missingPermission({ code, fields }: DomainError): { readonly missingPermission?: string } {
  const [permission] = fields?.permission ?? [];
  return code === 'permission_denied' && permission !== undefined ? { missingPermission: permission } : {};
}

function missingIn({ routeOptions: { url = '' } }: FastifyRequest): Missing {
  if (url.includes('/webhooks')) return 'webhook';
  if (url.includes('/pull-payments')) return 'pull-payment';
  return url.includes('/invoices') ? 'invoice' : 'store';
}

/** The fields of our rules, in the names that the plugin sent. */
function faultsOf({ fields = {}, message }: DomainError): GreenfieldFault[] {
  const faults = Object.entries(fields).flatMap(([field, messages]) =>
    messages.map((each) => ({ path: PATHS[field] ?? field, message: each })),
  );
  return faults.length === 0 ? [{ path: '', message }] : faults;
}

const PATHS: Readonly<Record<string, string>> = {
  gates: 'checkout.paymentMethods',
  gate_id: 'checkout.paymentMethods',
  success_url: 'checkout.redirectURL',
  reference: 'metadata.orderId',
  body: '',
};
