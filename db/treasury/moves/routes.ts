import { Op } from 'sequelize';
import { staffMay } from '../../../domain/accounts/staff-permissions.ts';
import { deriveAddress } from '../../../domain/assets/derivation.ts';
import { missingVotes, type Vote } from '../../../domain/compliance/two-people.ts';
import { DomainError, fieldError } from '../../../domain/errors.ts';
import { newId } from '../../../domain/ids.ts';
import { exchangeAt, networkAt, routeProblem, type Way } from '../../../domain/transfers/places.ts';
import { type AuditEntry, audit } from '../../audit/audit.ts';
import { nextDerivationIndex } from '../../chain/assign-address.ts';
import { chainIdentitiesTable, watchedAddressesTable } from '../../chain/rows.ts';
import { withBlocks } from '../../core/blocked-staff.ts';
import { type Db, dbOf, type Tx } from '../../core/sequelize.ts';
import { lockUntilCommit } from '../../core/sql.ts';
import type { StaffMember } from '../../staff/people.ts';
import { type RoutePayee, type RouteRow, routesTable } from './rows.ts';
import type { TransferSettings } from './settings.ts';

/** A person of the staff who acts, for the audit log. */
export interface StaffAct extends Pick<AuditEntry, 'actor' | 'origin'> {
  readonly member: StaffMember;
  readonly reason: string;
  readonly nowMs: number;
}

export interface NewRoute extends Way {
  readonly mode: RouteRow['mode'];
  /** How the exchange calls the destination in its own list; exchanges that have one pay to nothing else. */
  readonly venueKey: string | null;
  /** Of a payment by the bank. */
  readonly payee: RoutePayee | null;
}

/**
 * Requests a way for money. To a hot wallet it gets an address of ours; to an exchange, the exchange names one before
 * it can be confirmed. Nothing goes this way until another person of another role has confirmed exactly this.
 * @throws DomainError `permission_denied`, `conflict` while a request is open, 422 for a way that does not exist
 */
export async function requestRoute(
  tx: Tx,
  settings: TransferSettings,
  route: NewRoute,
  act: StaffAct,
): Promise<RouteRow> {
  const { mode, from, to, gateId, venueKey, payee } = route;
  requireOperator(act);
  const problem = routeProblem(route);
  if (problem !== null) throw fieldError('to', problem);
  if (from === 'bank:main' && payee === null) throw fieldError('payee', 'The account of the exchange is required.');
  if (exchangeAt(from) === 'kraken' && venueKey === null)
    throw fieldError('venue_key', "The name of the destination in the exchange's list is required.");
  await lockUntilCommit(tx, `treasury-route:${mode}:${from}:${to}:${gateId}`);
  const way = { mode, fromPlace: from, toPlace: to, gateId };
  if ((await routesTable.count(tx, { ...way, status: 'requested' })) > 0)
    throw new DomainError('conflict', { message: 'This way was requested already: confirm or end that request.' });
  const target = networkAt(to) === null ? {} : await ownAddress(tx, settings, route);
  const made = await routesTable.create(tx, {
    id: newId(),
    ...way,
    venueKey,
    payee,
    reason: act.reason,
    ...target,
    requestedBy: act.member.id,
    requestedRole: act.member.role,
  });
  await record(tx, made, { ...act, action: 'treasury.route_requested' });
  return made;
}

/** Requested routes to exchanges that have not named their address yet. */
export async function routesWithoutAddress(on: Tx | Db, mode: RouteRow['mode']): Promise<RouteRow[]> {
  const rows = await routesTable.find(on, { mode, status: 'requested', address: null });
  return rows.filter(({ fromPlace }) => networkAt(fromPlace) !== null);
}

/** The exchange's address for money. Changes no route that has an address. */
export async function nameAddress(
  on: Tx | Db,
  id: string,
  named: { readonly address: string; readonly destinationTag: bigint | null },
): Promise<void> {
  await routesTable.update(on, named, { id, status: 'requested', address: null });
}

/** Confirms what another person requested; a confirmed route of the same way ends. */
export async function confirmRoute(tx: Tx, settings: TransferSettings, id: string, act: StaffAct): Promise<void> {
  requireOperator(act);
  const route = await lockRoute(tx, id);
  if (route.status !== 'requested')
    throw new DomainError('conflict', { message: 'The request is no longer open. Review what is open now.' });
  const asking = { staffId: route.requestedBy, role: route.requestedRole };
  const [requester = asking] = await withBlocks(tx, [asking]);
  const missing = missingToConfirm(requester, act.member);
  if (missing !== null) throw new DomainError('conflict', { message: missing });
  if (route.address === null && networkAt(route.fromPlace) !== null)
    throw new DomainError('conflict', {
      message: 'The exchange has not named its address yet. Try again in a minute.',
    });
  const { mode, fromPlace, toPlace, gateId } = route;
  await routesTable.update(tx, { status: 'ended' }, { mode, fromPlace, toPlace, gateId, status: 'confirmed' });
  const confirmed = { ...route, confirmedBy: act.member.id };
  const seal = settings.routeSeal.seal(confirmed);
  await routesTable.update(
    tx,
    { status: 'confirmed', seal, confirmedBy: act.member.id, confirmedAt: new Date(act.nowMs) },
    { id },
  );
  await record(tx, route, { ...act, action: 'treasury.route_confirmed' });
}

/** Ends a route, or a request of one: nothing more is sent this way. */
export async function endRoute(tx: Tx, id: string, act: StaffAct): Promise<void> {
  requireOperator(act);
  const route = await lockRoute(tx, id);
  if (route.status === 'ended') return;
  await routesTable.update(tx, { status: 'ended' }, { id });
  await record(tx, route, { ...act, action: 'treasury.route_ended' });
}

/** Missing conditions when this person confirms another one's request; null if there are none. */
export function missingToConfirm(requester: Vote, { id: staffId, role }: Pick<StaffMember, 'id' | 'role'>) {
  return missingVotes([requester, { staffId, role }], { verb: 'agree to a way for money', mlroBecause: null });
}

/** A route, locked until the end of the transaction. @throws DomainError `not_found` */
export async function lockRoute(tx: Tx, id: string): Promise<RouteRow> {
  const route = await routesTable.findOne(tx, { id }, { lock: tx.LOCK.UPDATE });
  if (route === undefined) throw new DomainError('not_found');
  return route;
}

/** The routes that are confirmed, or requested. */
export function listRoutes(on: Tx | Db, mode: RouteRow['mode']): Promise<RouteRow[]> {
  return routesTable.find(on, { mode, status: { [Op.ne]: 'ended' } }, { order: [['createdAt', 'ASC']] });
}

export function requireOperator({ member: { role }, reason }: StaffAct): void {
  if (!staffMay(role, 'treasury_operate')) throw new DomainError('permission_denied');
  if (reason.trim() === '') throw fieldError('reason', 'A reason is required.');
}

/** An address of ours that nobody else is given: what comes there without a transfer stays in suspense. */
async function ownAddress(tx: Tx, settings: TransferSettings, { mode, to }: NewRoute) {
  const network = networkAt(to);
  if (network === null) throw new Error(`${to} is no network.`);
  const identity = await chainIdentitiesTable.findOne(tx, { mode, network });
  const account = settings.account(mode, network, identity?.chain ?? null);
  const index = await nextDerivationIndex(dbOf(tx), mode, network);
  const { address, addressKey, destinationTag } = deriveAddress({ network, index, ...account });
  await watchedAddressesTable.create(tx, {
    mode,
    network,
    addressKey,
    destinationTag: destinationTag ?? -1n,
    derivationIndex: index,
  });
  return { address, addressKey, destinationTag };
}

function record(
  tx: Tx,
  route: RouteRow,
  { action, actor, origin, reason }: StaffAct & { readonly action: AuditEntry['action'] },
): Promise<void> {
  const { id, mode, fromPlace, toPlace, gateId, payee } = route;
  const label = `${gateId} from ${fromPlace} to ${toPlace} (${mode})`;
  return audit(tx, {
    chain: 'staff',
    actor,
    origin,
    action,
    target: { kind: 'treasury_route', id, label },
    data: { reason, address: targetOf(route), ...(payee === null ? {} : { payee_address: placeOf(payee) }) },
  });
}

/** Where money goes this way, in words: everything that two people agree to. */
function targetOf({ fromPlace, address, destinationTag, venueKey, payee }: RouteRow): string {
  if (payee !== null) return `${payee.name}, IBAN ${payee.iban}, BIC ${payee.bic}, reference “${payee.reference}”`;
  const tag = destinationTag === null ? '' : `, tag ${destinationTag}`;
  const venue = venueKey === null || exchangeAt(fromPlace) === null ? '' : `“${venueKey}” in the list of the exchange`;
  const shown = address === null ? '' : `${address}${tag}`;
  return [shown, venue].filter((part) => part !== '').join(', ') || 'an address that is not named yet';
}

function placeOf({ address: { street, postCode, town, country } }: RoutePayee): string {
  return [street, postCode, town, country].filter((part) => part !== undefined && part !== null).join(', ');
}
