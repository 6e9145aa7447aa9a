import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { IdParams } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { CommissionCreditBody, MatchCreditBody, ReturnCreditBody } from '../../../contract/staff-bank.ts';
import { moneyTransaction, type Tx } from '../../../db/core/sequelize.ts';
import { confirmMatch, discardMatch, type MatchAct, proposeMatch } from '../../../db/deposits/matches.ts';
import { parseId } from '../../../domain/ids.ts';
import type { App } from '../../app.ts';
import { type StaffDoor, staffActOf, staffOf } from '../../auth/staff-door.ts';
import { staffRoute } from '../../route-options.ts';

const Nothing = Type.Null({ description: 'No content.' });
const response = { 204: Nothing, ...errorResponses(404, 409) };

/** The handling of euro in suspense: one staff member proposes, another one of another role confirms. */
export function staffBankMatchRoutes(app: App, { db, now }: StaffDoor): void {
  const act = (request: FastifyRequest, work: (tx: Tx, by: MatchAct) => Promise<void>) =>
    moneyTransaction(db, (tx) => work(tx, { ...staffActOf(request), member: staffOf(request), nowMs: now() }));

  app.post(
    '/staff/bank/credits/:id/match',
    staffRoute('bank_match', {
      summary: 'Propose whose a credit is',
      description: 'It becomes a deposit of this customer once another person of another role confirms it.',
      params: IdParams,
      body: MatchCreditBody,
      response,
    }),
    async (request, reply) => {
      const { creditor_reference: creditorReference, reason } = request.body;
      const entryId = parseId<string>(request.params.id);
      await act(request, (tx, by) => proposeMatch(tx, { entryId, to: { creditorReference }, reason }, by));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/staff/bank/credits/:id/return',
    staffRoute('bank_match', {
      summary: 'Propose to send a credit back',
      description: 'To the account that it came from, once another person of another role confirms it.',
      params: IdParams,
      body: ReturnCreditBody,
      response,
    }),
    async (request, reply) => {
      const { name, town, country, reason } = request.body;
      const entryId = parseId<string>(request.params.id);
      const payee = { name, address: { town, country } };
      await act(request, (tx, by) => proposeMatch(tx, { entryId, to: { payee }, reason }, by));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/staff/bank/credits/:id/commission',
    staffRoute('bank_match', {
      summary: 'Propose that a credit is commission of the card partner',
      description:
        'It is booked against what the partner of purchases by card owes, once another person of another role confirms ' +
        'it; never more than that.',
      params: IdParams,
      body: CommissionCreditBody,
      response,
    }),
    async (request, reply) => {
      const { reason } = request.body;
      const entryId = parseId<string>(request.params.id);
      await act(request, (tx, by) => proposeMatch(tx, { entryId, to: { debt: 'card_commission' }, reason }, by));
      return reply.code(204).send(null);
    },
  );

  for (const [path, summary, work] of [
    ['confirm', 'Confirm what another person proposed for a credit', confirmMatch],
    ['discard', 'Discard what is proposed for a credit', discardMatch],
  ] as const) {
    app.post(
      `/staff/bank/matches/:id/${path}`,
      staffRoute('bank_match', { summary, params: IdParams, response }),
      async (request, reply) => {
        const id = parseId<string>(request.params.id);
        await act(request, (tx, by) => work(tx, id, by));
        return reply.code(204).send(null);
      },
    );
  }
}
