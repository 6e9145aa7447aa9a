import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../db/accounts/origins.ts';
import { type AccountSecrets, createAccountSecrets } from '../../db/accounts/secrets.ts';
import type { AuditEntry } from '../../db/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../../db/core/sequelize.ts';
import { rememberStaffDevice } from '../../db/staff/devices.ts';
import type { StaffMember } from '../../db/staff/people.ts';
import { findStaffSession, startStaffSession } from '../../db/staff/sessions.ts';
import { STAFF_ROLE_WORDS, staffMay } from '../../domain/accounts/staff-permissions.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Access } from '../access.ts';
import type { ServerDeps } from '../deps.ts';
import { clientOf } from './client.ts';
import { CSRF_HEADER, DEVICE_SECONDS, isSecure, tokenOf } from './cookies.ts';
import { createCsrf } from './csrf.ts';

declare module 'fastify' {
  interface FastifyRequest {
    staff: StaffMember | null;
  }
}

/** Read by the console's front end, which sends it back as a header. */
const STAFF_CSRF_COOKIE = 'XSRF-STAFF';

/**
 * How staff get in: sessions, cookies and CSRF tokens apart from those of merchants' users, so that neither ever opens
 * the other's doors.
 */
export interface StaffDoor {
  readonly db: Db;
  readonly secrets: AccountSecrets;
  /** Unix milliseconds. */
  readonly now: () => number;
  /**
   * The person of a request to a route of `staff(…)`. @throws DomainError `unauthenticated`, `csrf_mismatch`,
   * `permission_denied`
   */
  authenticate(request: FastifyRequest, access: Access & { by: 'staff' }): Promise<StaffMember>;
  /** @throws DomainError `csrf_mismatch` */
  checkCsrf(request: FastifyRequest): void;
  /** Gives the browser a CSRF token for the session it has. */
  issueCsrf(request: FastifyRequest, reply: FastifyReply): void;
  /**
   * A new session with its cookie; `who` runs in its transaction. With the second factor the browser is known from then
   * on.
   */
  signIn(
    way: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    who: (tx: Tx) => Promise<{ readonly member: StaffMember; readonly secondFactor: boolean }>,
  ): Promise<StaffMember>;
  cookieOf(request: FastifyRequest): string | undefined;
  /** The cookie of a browser in which somebody of staff passed both factors. */
  deviceOf(request: FastifyRequest): string | undefined;
  forget(reply: FastifyReply): void;
}

export function createStaffDoor(deps: ServerDeps): StaffDoor {
  const { db, config, now } = deps;
  const csrf = createCsrf(deps, 'tidegate staff csrf');
  const secure = isSecure(config.publicUrl);
  // The prefix makes browsers refuse the cookie from any other host, path or plain connection (RFC 6265bis §4.1.3.2).
  const named = (name: string) => (secure ? `__Host-${name}` : name);
  const cookieName = named('tidegate_staff');
  const deviceName = named('tidegate_staff_device');
  const csrfCookieName = named(STAFF_CSRF_COOKIE);
  const sessionOptions = { path: '/', sameSite: 'strict', secure, httpOnly: true } as const;
  const deviceOptions = { ...sessionOptions, maxAge: DEVICE_SECONDS } as const;
  const csrfOptions = { path: '/', sameSite: 'strict', secure } as const;
  const cookieOf = (request: FastifyRequest) => tokenOf(request, cookieName);
  const deviceOf = (request: FastifyRequest) => tokenOf(request, deviceName);

  function checkCsrf(request: FastifyRequest): void {
    const header = request.headers[CSRF_HEADER];
    csrf.check({
      cookie: request.cookies[csrfCookieName],
      header: typeof header === 'string' ? header : undefined,
      session: cookieOf(request),
    });
  }

  return {
    db,
    now,
    secrets: createAccountSecrets(config.encryptionKey),
    cookieOf,
    deviceOf,
    checkCsrf,
    async authenticate(request, { permission, enrolling, at }) {
      const cookie = cookieOf(request);
      const session = cookie === undefined ? undefined : await findStaffSession(db, cookie);
      if (session === undefined) throw new DomainError('unauthenticated');
      if (at !== undefined) requireOrigin(request, at);
      else if (request.method !== 'GET' && request.method !== 'HEAD') checkCsrf(request);
      if (!session.secondFactor && enrolling !== true) throw new DomainError('two_fa_required');
      if (permission !== null && !staffMay(session.member.role, permission)) {
        throw new DomainError('permission_denied', { fields: { permission: [permission] } });
      }
      return session.member;
    },
    issueCsrf(request, reply) {
      reply.setCookie(csrfCookieName, csrf.issue(cookieOf(request)), csrfOptions);
    },
    async signIn({ request, reply }, who) {
      const { ip, userAgent } = clientOf(request);
      const { member, cookie, device } = await inTransaction(db, async (tx) => {
        const { member, secondFactor } = await who(tx);
        const replaces = cookieOf(request);
        const cookie = await startStaffSession(tx, { staffId: member.id, secondFactor, ip, userAgent, replaces });
        const device = secondFactor ? await rememberStaffDevice(tx, member.id, deviceOf(request)) : undefined;
        return { member, cookie, device };
      });
      if (device !== undefined) reply.setCookie(deviceName, device, deviceOptions);
      reply.setCookie(cookieName, cookie, sessionOptions);
      reply.setCookie(csrfCookieName, csrf.issue(cookie), csrfOptions);
      void reply.header('cache-control', 'no-store');
      return member;
    },
    forget(reply) {
      reply.clearCookie(cookieName, sessionOptions);
      reply.setCookie(csrfCookieName, csrf.issue(undefined), csrfOptions);
    },
  };
}

/** Browsers name the origin of each call of another site, and no page can change it. */
function requireOrigin({ headers }: FastifyRequest, origin: string): void {
  if (headers.origin !== origin) throw new DomainError('csrf_mismatch');
}

/** The person on a route of `staff(…)`. */
export function staffOf(request: FastifyRequest): StaffMember {
  if (request.staff === null) throw new Error('This route has no staff access.');
  return request.staff;
}

/** The staff member who acts on a route of `staff(…)`, and the origin of the request, for the audit log. */
export function staffActOf(request: FastifyRequest, member: StaffMember = staffOf(request)): StaffAct {
  const { ip, browser } = originOf(clientOf(request));
  return {
    actor: { kind: 'staff', id: member.id, name: `${member.fullName} (${STAFF_ROLE_WORDS[member.role]})` },
    origin: { ip, browser },
  };
}

export type StaffAct = Pick<AuditEntry, 'actor' | 'origin'>;
