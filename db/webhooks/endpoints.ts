import { DomainError } from '../../domain/errors.ts';
import type { GreenfieldEndpoint } from '../../domain/greenfield/webhook-events.ts';
import { newId, type ProfileId, parseId } from '../../domain/ids.ts';
import type { ApiVersion } from '../../domain/versions/api-versions.ts';
import { type EndpointFormat, type EndpointId, MAX_ENDPOINTS } from '../../domain/webhooks/endpoint.ts';
import type { EventKind } from '../../domain/webhooks/event-kinds.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared, select } from '../core/sql.ts';
import { fromNow, NOW } from '../core/table.ts';
import { newNotificationKey } from '../shops/profiles.ts';
import { profilesTable } from '../shops/rows.ts';
import { sealEndpointSecret } from './endpoint-secrets.ts';
import { type EndpointRow, endpointsTable } from './rows.ts';

/**
 * The owner of the endpoints, and the kinds of events that the caller may read: endpoints of other kinds are hidden.
 */
export interface EndpointScope {
  readonly profileId: ProfileId;
  readonly kinds: readonly EventKind[];
}

export interface EndpointOf extends EndpointScope {
  readonly id: EndpointId;
}

export interface NewEndpoint {
  readonly url: string;
  readonly description: string | null;
  readonly eventTypes: readonly string[];
  readonly format?: EndpointFormat;
  /** Of the format greenfield. */
  readonly greenfield?: GreenfieldEndpoint;
  /** Default: a new one, as `whsec_…`. */
  readonly secret?: string;
  /** Of its webhooks. Not of the format greenfield, which has one form only. */
  readonly apiVersion?: ApiVersion;
}

/** The fields that a change of an endpoint names; the rest stays. */
export type EndpointChange = Partial<
  Pick<NewEndpoint, 'url' | 'description' | 'eventTypes' | 'greenfield' | 'apiVersion'>
> & {
  readonly enabled?: boolean;
};

/** The endpoint, and its secret in the clear, which is never shown again. */
export interface WithSecret {
  readonly endpoint: EndpointRow;
  readonly secret: string;
}

/** The endpoints of a profile that the caller may know, oldest first: at most {@link MAX_ENDPOINTS}. */
export async function listEndpoints(on: Db | Tx, { profileId, kinds }: EndpointScope): Promise<EndpointRow[]> {
  const rows = await select<EndpointRow>(on, listSql, [profileId, kinds]);
  return rows.map((row) => endpointsTable.read(row));
}

/** One endpoint. @throws DomainError `not_found`, also for one that the caller may not know */
export async function readEndpoint(on: Db | Tx, { id, profileId, kinds }: EndpointOf): Promise<EndpointRow> {
  const row = await maybeOne<EndpointRow>(on, readSql, [profileId, kinds, id]);
  if (row === undefined) throw new DomainError('not_found');
  return endpointsTable.read(row);
}

/**
 * The endpoint that a test is sent to, if it names one.
 * @throws DomainError `not_found`, `conflict` for one that is disabled
 */
export async function testedEndpoint(
  tx: Tx,
  scope: EndpointScope,
  id: string | undefined,
): Promise<EndpointRow | undefined> {
  if (id === undefined) return undefined;
  const endpoint = await readEndpoint(tx, { ...scope, id: parseId<EndpointId>(id) });
  if (endpoint.disabledAt === null) return endpoint;
  throw new DomainError('conflict', { message: 'This endpoint is disabled. Enable it first.' });
}

/** @throws DomainError `conflict` where the profile has as many endpoints as it may */
export async function createEndpoint(
  tx: Tx,
  box: SecretBox,
  { profileId, secret = newNotificationKey(), ...endpoint }: NewEndpoint & Pick<EndpointScope, 'profileId'>,
): Promise<WithSecret> {
  // Concurrent requests wait here, so that the count stays correct.
  await profilesTable.findOne(tx, { id: profileId }, { columns: ['id'], lock: tx.LOCK.UPDATE });
  if ((await endpointsTable.count(tx, { profileId })) >= MAX_ENDPOINTS) {
    throw new DomainError('conflict', { message: `A shop can have ${MAX_ENDPOINTS} endpoints. Delete one first.` });
  }
  const id = newId<EndpointId>();
  const secretSealed = sealEndpointSecret(box, id, secret);
  return { endpoint: await endpointsTable.create(tx, { id, profileId, ...endpoint, secretSealed }), secret };
}

/** Changes the named fields. Deliveries that wait for a disabled endpoint are not sent anymore. */
export async function updateEndpoint(tx: Tx, of: EndpointOf, change: EndpointChange): Promise<EndpointRow> {
  const before = await readLocked(tx, of);
  const { enabled = before.disabledAt === null, ...fields } = change;
  const disabledAt = enabled ? null : (before.disabledAt ?? NOW);
  await endpointsTable.update(tx, { ...fields, disabledAt, version: before.version + 1 }, { id: of.id });
  if (!enabled) await execute(tx, giveUpSql, [of.id]);
  return readEndpoint(tx, of);
}

/** Gives the endpoint a new secret, or the named one; the old one signs beside it for the overlap. */
export async function rotateEndpointSecret(
  tx: Tx,
  box: SecretBox,
  of: EndpointOf & { readonly overlapMs: number; readonly secret?: string },
): Promise<WithSecret> {
  const before = await readLocked(tx, of);
  const secret = of.secret ?? newNotificationKey();
  const isOverlapping = of.overlapMs > 0;
  const secrets = {
    secretSealed: sealEndpointSecret(box, of.id, secret),
    previousSecretSealed: isOverlapping ? before.secretSealed : null,
    previousSecretUntil: isOverlapping ? fromNow(of.overlapMs / 1_000) : null,
    version: before.version + 1,
  };
  await endpointsTable.update(tx, secrets, { id: of.id });
  return { endpoint: await readEndpoint(tx, of), secret };
}

/** Ends an endpoint for good: its secret is gone and nothing more is sent to it. @returns what it was */
export async function deleteEndpoint(tx: Tx, of: EndpointOf): Promise<EndpointRow> {
  const endpoint = await readLocked(tx, of);
  await endpointsTable.destroy(tx, { id: of.id });
  await execute(tx, giveUpSql, [of.id]);
  return endpoint;
}

async function readLocked(tx: Tx, of: EndpointOf): Promise<EndpointRow> {
  await execute(tx, 'SELECT 1 FROM webhook_endpoint WHERE id = $1 AND profile_id = $2 FOR UPDATE', [
    of.id,
    of.profileId,
  ]);
  return readEndpoint(tx, of);
}

const KNOWN = `n.profile_id = $1
  AND NOT EXISTS (SELECT FROM unnest(n.event_types) AS t(type) WHERE split_part(t.type, '.', 1) <> ALL($2::text[]))`;
const listSql = prepared(`
  SELECT ${endpointsTable.selected('n')} FROM webhook_endpoint n WHERE ${KNOWN} ORDER BY n.id`);
const readSql = prepared(`
  SELECT ${endpointsTable.selected('n')} FROM webhook_endpoint n WHERE ${KNOWN} AND n.id = $3`);
const giveUpSql = prepared(`
  UPDATE webhook_delivery SET status = 'failed', next_attempt_at = NULL
  WHERE endpoint_id = $1 AND next_attempt_at IS NOT NULL AND status <> 'delivered'`);
