import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { RecoveryCodes, TwoFaSecret } from '../../../contract/account.ts';
import { Data } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import {
  StaffLink,
  StaffLinkBody,
  StaffLoginBody,
  StaffMe,
  StaffPasswordBody,
  StaffTwoFaBody,
} from '../../../contract/staff.ts';
import { forgetTries, giveTryBack, takeTry } from '../../../db/accounts/lockouts.ts';
import { hashPassword } from '../../../db/accounts/passwords.ts';
import { normalEmail } from '../../../db/accounts/users.ts';
import { audit } from '../../../db/audit/audit.ts';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { isKnownStaffBrowser } from '../../../db/staff/devices.ts';
import {
  checkStaffPassword,
  readStaff,
  type StaffMember,
  setStaffPassword,
  staffOfLink,
} from '../../../db/staff/people.ts';
import { endStaffSession, endStaffSessions, findStaffSession } from '../../../db/staff/sessions.ts';
import { checkStaffSecondFactor, enableStaffTwoFactor, newStaffSecret } from '../../../db/staff/two-factor.ts';
import { passwordProblems, requireNone } from '../../../domain/accounts/account-rules.ts';
import { staffPermissionsOf } from '../../../domain/accounts/staff-permissions.ts';
import { DomainError } from '../../../domain/errors.ts';
import { anyone, anyoneWithStaffCsrf, staffEnrolling } from '../../access.ts';
import type { App } from '../../app.ts';
import { LOCKOUT_MINUTES, PEOPLE_PER_ADDRESS } from '../../auth/accounts.ts';
import { clientOf } from '../../auth/client.ts';
import { type StaffDoor, staffActOf, staffOf } from '../../auth/staff-door.ts';
import type { ServerDeps } from '../../deps.ts';

const tags = ['Compliance'];
const Nothing = Type.Null({ description: 'No content.' });

/** Sign-in of the gateway's staff: by password and authenticator, with cookies of their own. */
export function staffAuthRoutes(app: App, deps: ServerDeps, door: StaffDoor): void {
  loginRoute(app, deps, door);
  sessionRoutes(app, door);
  linkRoutes(app, deps, door);
  enrolRoutes(app, door);
}

function loginRoute(app: App, { config }: ServerDeps, door: StaffDoor): void {
  app.post(
    '/staff/auth/login',
    {
      config: anyoneWithStaffCsrf('Staff signs in.'),
      schema: {
        tags,
        summary: 'Sign in to the console',
        description:
          'Without a 2FA code the response is 422 on `two_fa_code`. Staff without 2FA get a session that can only ' +
          'set it up.',
        body: StaffLoginBody,
        response: { 200: Data(StaffMe), ...errorResponses(401) },
      },
    },
    async (request, reply) => {
      const { email, password, ...factor } = request.body;
      const device = door.deviceOf(request);
      const bucket = (await isKnownStaffBrowser(door.db, email, device)) ? `known:${device}` : '';
      const tries = config.rateLimits.signInPerMinute;
      const { network } = clientOf(request);
      const member = await passwordOf(door, { email, password, bucket, network, tries });
      if (member.twoFactorEnabled) await checkStaffSecondFactor(door.db, door.secrets, { member, factor, bucket });
      const secondFactor = member.twoFactorEnabled;
      await door.signIn({ request, reply }, async (tx) => {
        await audit(tx, { chain: 'staff', ...staffActOf(request, member), action: 'staff.signed_in' });
        return { member, secondFactor };
      });
      return reply.send({ data: presentMe(member) });
    },
  );
}

/**
 * Tries are counted before the password is looked at, per account and per address; a right one is not counted. A
 * browser that is known has a bucket of its own, which nobody else's tries reach.
 */
async function passwordOf(
  { db, secrets }: StaffDoor,
  { email, password, bucket, network, tries }: StaffLogin,
): Promise<StaffMember> {
  const minutes = LOCKOUT_MINUTES;
  const perAccount = { scope: 'staff:account', key: `${normalEmail(email)}\n${bucket}`, tries, minutes };
  const perAddress = { scope: 'staff:address', key: network, tries: tries * PEOPLE_PER_ADDRESS, minutes };
  const isStranger = bucket === '';
  if (isStranger) await takeTry(db, secrets, perAddress);
  await takeTry(db, secrets, perAccount);
  const member = await checkStaffPassword(db, { email, password });
  if (isStranger) await giveTryBack(db, secrets, perAddress);
  await forgetTries(db, secrets, perAccount);
  return member;
}

interface StaffLogin {
  readonly email: string;
  readonly password: string;
  /** Empty for strangers, who share one. */
  readonly bucket: string;
  readonly network: string;
  readonly tries: number;
}

function sessionRoutes(app: App, door: StaffDoor): void {
  app.get(
    '/staff/auth/csrf-cookie',
    {
      config: anyone('Every browser needs a token before it may send anything.'),
      schema: { tags, summary: 'Set the cookie XSRF-STAFF', response: { 204: Nothing } },
    },
    async (request, reply) => {
      door.issueCsrf(request, reply);
      return reply.code(204).header('cache-control', 'no-store').send(null);
    },
  );

  app.get(
    '/staff/auth/me',
    {
      config: staffEnrolling(),
      schema: { tags, summary: 'Get the signed-in staff member', response: { 200: Data(StaffMe) } },
    },
    async (request, reply) => reply.header('cache-control', 'no-store').send({ data: presentMe(staffOf(request)) }),
  );

  app.post(
    '/staff/auth/logout',
    {
      config: anyoneWithStaffCsrf('Signing out twice is no error.'),
      schema: { tags, summary: 'Sign out of the console', response: { 204: Nothing } },
    },
    async (request, reply) => {
      const cookie = door.cookieOf(request);
      const session = cookie === undefined ? undefined : await findStaffSession(door.db, cookie);
      if (cookie !== undefined && session !== undefined) {
        await inTransaction(door.db, async (tx) => {
          await endStaffSession(tx, cookie);
          await audit(tx, { chain: 'staff', ...staffActOf(request, session.member), action: 'staff.signed_out' });
        });
      }
      door.forget(reply);
      return reply.code(204).send(null);
    },
  );
}

function linkRoutes(app: App, { config }: ServerDeps, door: StaffDoor): void {
  const { db, secrets } = door;
  const tries = config.rateLimits.signInPerMinute * PEOPLE_PER_ADDRESS;
  const limit = (request: FastifyRequest) =>
    takeTry(db, secrets, { scope: 'staff:link', key: clientOf(request).network, tries, minutes: LOCKOUT_MINUTES });

  app.post(
    '/staff/auth/link',
    {
      config: anyoneWithStaffCsrf('The token of the link is the capability.'),
      schema: {
        tags,
        summary: 'Get the owner of an `npm run staff` link',
        body: StaffLinkBody,
        response: { 200: Data(StaffLink), ...errorResponses(404) },
      },
    },
    async (request, reply) => {
      await limit(request);
      const member = await staffOfLink(db, request.body.token);
      if (member === undefined) throw new DomainError('not_found', { message: 'Link expired' });
      const { email, fullName, role } = member;
      return reply.header('cache-control', 'no-store').send({ data: { email, full_name: fullName, role } });
    },
  );

  app.post(
    '/staff/auth/first-password',
    {
      config: anyoneWithStaffCsrf('The token of the link is the capability.'),
      schema: {
        tags,
        summary: 'Set the password with a link',
        description: 'The new session can only set up 2FA.',
        body: StaffPasswordBody,
        response: { 200: Data(StaffMe), ...errorResponses(404) },
      },
    },
    async (request, reply) => {
      const { token, password } = request.body;
      await limit(request);
      const invited = await staffOfLink(db, token);
      if (invited === undefined) throw new DomainError('not_found', { message: 'Link expired' });
      requireNone(passwordProblems(request.body, [invited.fullName, invited.email]));
      const passwordHash = await hashPassword(password);
      const member = await door.signIn({ request, reply }, async (tx) => ({
        member: await setStaffPassword(tx, { token, passwordHash }),
        secondFactor: false,
      }));
      return reply.send({ data: presentMe(member) });
    },
  );
}

function enrolRoutes(app: App, door: StaffDoor): void {
  const { db, secrets } = door;

  app.post(
    '/staff/auth/2fa/secret',
    {
      config: staffEnrolling(),
      schema: {
        tags,
        summary: "Create a secret for the staff member's authenticator",
        response: { 200: Data(TwoFaSecret), ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const { secret, url } = await inTransaction(db, (tx) => newStaffSecret(tx, secrets, staffOf(request)));
      return reply.header('cache-control', 'no-store').send({ data: { secret, otpauth_url: url } });
    },
  );

  app.post(
    '/staff/auth/2fa/enable',
    {
      config: staffEnrolling(),
      schema: {
        tags,
        summary: 'Turn 2FA on and open the console',
        description: 'Returns the recovery codes, once. The session gets a new id and all other sessions end.',
        body: StaffTwoFaBody,
        response: { 200: Data(RecoveryCodes), ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const { id: staffId } = staffOf(request);
      const tries = { scope: 'staff:enrol', key: staffId, tries: 10, minutes: LOCKOUT_MINUTES };
      await takeTry(db, secrets, tries);
      let codes: string[] = [];
      await door.signIn({ request, reply }, async (tx) => {
        codes = await enableStaffTwoFactor(tx, secrets, { staffId, code: request.body.two_fa_code });
        await endStaffSessions(tx, staffId);
        await audit(tx, { chain: 'staff', ...staffActOf(request), action: 'staff.two_fa_enabled' });
        return { member: await readStaff(tx, staffId), secondFactor: true };
      });
      return reply.send({ data: { recovery_codes: codes } });
    },
  );
}

function presentMe({ id, email, fullName, role, twoFactorEnabled }: StaffMember) {
  const permissions = twoFactorEnabled ? [...staffPermissionsOf(role)] : [];
  return { id, email, full_name: fullName, role, two_fa_enabled: twoFactorEnabled, permissions };
}
