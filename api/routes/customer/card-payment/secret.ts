import type { FastifyRequest } from 'fastify';
import { readCardOrderOf } from '../../../../db/card-orders/read.ts';
import type { CardOrderRow } from '../../../../db/card-orders/rows.ts';
import type { Db, Tx } from '../../../../db/core/sequelize.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';

/**
 * The order of the customer who calls. @throws DomainError `unauthenticated` without a secret, `not_found` for an order
 * that is not theirs or does not exist
 */
export function ownOrder(on: Db | Tx, request: FastifyRequest, id: string): Promise<CardOrderRow> {
  const secret = /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1];
  if (secret === undefined) throw new DomainError('unauthenticated');
  return readCardOrderOf(on, parseId(id), secret);
}
