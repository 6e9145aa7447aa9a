import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tx } from '../../db/core/sequelize.ts';
import { attribute } from '../../db/partners/attribute.ts';
import { findOpenLink } from '../../db/partners/links.ts';
import { createTouches } from '../../db/partners/touches.ts';
import { fieldError } from '../../domain/errors.ts';
import type { MerchantId } from '../../domain/ids.ts';
import { type Attribution, readCode, type Touch } from '../../domain/partners/attribution.ts';
import type { ServerDeps } from '../deps.ts';
import type { Accounts } from './accounts.ts';
import { partnerCookieOf } from './cookies.ts';

/** By which partner a browser came, and what follows from it when its user signs up. */
export interface PartnerTouches {
  /** The first visit by a link that still counts. */
  of(request: FastifyRequest): Touch | undefined;
  /** Remembers the visit in the browser. */
  set(reply: FastifyReply, touch: Touch): void;
  /**
   * The partner of somebody who signs up here: of the first visit, or else of the code that was typed.
   * @throws DomainError 422 on `partner_code` for a code that brings nobody
   */
  attributionOf(request: FastifyRequest, code: string | undefined): Promise<Attribution | undefined>;
  /** Notes the partner of a new merchant; a merchant without one is as good. */
  note(tx: Tx, merchantId: MerchantId, attribution: Attribution | undefined): Promise<void>;
}

export function createPartnerTouches({ config, db, now }: ServerDeps, { cookies }: Accounts): PartnerTouches {
  const touches = createTouches(config.encryptionKey);
  const of = (request: FastifyRequest) => touches.read(partnerCookieOf(request), now());
  return {
    of,
    set: (reply, touch) => cookies.setPartner(reply, touches.write(touch)),
    async attributionOf(request, typed = '') {
      const link = typed.trim() === '' ? undefined : await findOpenLink(db, readCode(typed) ?? '');
      if (link === undefined && typed.trim() !== '') throw fieldError('partner_code', 'This code is not known.');
      const touch = of(request);
      if (touch !== undefined) return { linkId: touch.linkId, visitId: touch.visitId, touchedAtMs: touch.atMs };
      return link && { linkId: link.id, visitId: null, touchedAtMs: now() };
    },
    async note(tx, merchantId, attribution) {
      if (attribution !== undefined) await attribute(tx, merchantId, attribution);
    },
  };
}
