import '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONSENT_COOKIE, CONSENT_DAYS } from '../../domain/legal/consent.ts';
import { ATTRIBUTION_DAYS } from '../../domain/partners/attribution.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * `__Host-` where there is TLS: browsers then refuse the cookie from any other host, path or plain connection (RFC
     * 6265bis §4.1.3.2).
     */
    cookiePrefix: '' | '__Host-';
  }
}

const SESSION_COOKIE = 'tidegate_session';
/**
 * Called so everywhere (api.md): clients written to the contract read it. A neighbouring host can plant one without the
 * prefix, but not the header that has to repeat it, nor a token of somebody else's session.
 */
const CSRF_COOKIE = 'XSRF-TOKEN';
export const CSRF_HEADER = 'x-xsrf-token';

/** Names a question that a mail asks, while its code is typed: a sign-up, a new device. */
const QUESTION_COOKIE = 'tidegate_question';
/** Says that a user proved to be the mailbox's owner in this browser. */
const DEVICE_COOKIE = 'tidegate_device';
/** The first visit by a partner's link. */
const PARTNER_COOKIE = 'tidegate_partner';
const QUESTION_SECONDS = 24 * 3600;
const PARTNER_SECONDS = ATTRIBUTION_DAYS * 24 * 3600;
export const DEVICE_SECONDS = 365 * 24 * 3600;

/** Settles what the cookies of this server are called. */
export function useCookieNames(app: FastifyInstance, publicUrl: string): void {
  app.decorate('cookiePrefix', isSecure(publicUrl) ? '__Host-' : '');
}

/** The session cookie of a request, when it has the form of one. */
export function sessionCookieOf(request: FastifyRequest): string | undefined {
  return tokenOf(request, request.server.cookiePrefix + SESSION_COOKIE);
}

export function questionCookieOf(request: FastifyRequest): string | undefined {
  return tokenOf(request, request.server.cookiePrefix + QUESTION_COOKIE);
}

export function deviceCookieOf(request: FastifyRequest): string | undefined {
  return tokenOf(request, request.server.cookiePrefix + DEVICE_COOKIE);
}

/** Signed; read by what knows its form. */
export function partnerCookieOf(request: FastifyRequest): string | undefined {
  return request.cookies[request.server.cookiePrefix + PARTNER_COOKIE];
}

export function csrfCookieOf(request: FastifyRequest): string | undefined {
  return request.cookies[CSRF_COOKIE];
}

/** The cookie's value, when it has the form of a token. */
export function tokenOf(request: FastifyRequest, name: string): string | undefined {
  const cookie = request.cookies[name];
  return cookie !== undefined && /^[\w-]{20,200}$/.test(cookie) ? cookie : undefined;
}

/** True unless the gateway runs on this machine's own name, where there is no TLS. */
export function isSecure(publicUrl: string): boolean {
  return !/^(localhost|127(\.\d+){3}|\[::1\]|.*\.localhost)$/.test(new URL(publicUrl).hostname);
}

/** Cookies of this gateway: whole origin, `Lax`, and `Secure` unless it runs on this machine's own name. */
export function createCookies(publicUrl: string) {
  const secure = isSecure(publicUrl);
  const common = { path: '/', sameSite: 'lax', secure } as const;
  const hidden = { ...common, httpOnly: true } as const;
  const named = (name: string) => (secure ? `__Host-${name}` : name);
  return {
    setSession(reply: FastifyReply, value: string, { expires }: { expires: Date | undefined }): void {
      reply.setCookie(named(SESSION_COOKIE), value, { ...hidden, ...(expires ? { expires } : {}) });
    },
    clearSession(reply: FastifyReply): void {
      reply.clearCookie(named(SESSION_COOKIE), hidden);
    },
    setQuestion(reply: FastifyReply, value: string): void {
      reply.setCookie(named(QUESTION_COOKIE), value, { ...hidden, maxAge: QUESTION_SECONDS });
    },
    clearQuestion(reply: FastifyReply): void {
      reply.clearCookie(named(QUESTION_COOKIE), hidden);
    },
    setDevice(reply: FastifyReply, value: string): void {
      reply.setCookie(named(DEVICE_COOKIE), value, { ...hidden, maxAge: DEVICE_SECONDS });
    },
    setPartner(reply: FastifyReply, value: string): void {
      reply.setCookie(named(PARTNER_COOKIE), value, { ...hidden, maxAge: PARTNER_SECONDS });
    },
    /** Read by the banner, which asks again without it. */
    setConsent(reply: FastifyReply, value: string): void {
      reply.setCookie(named(CONSENT_COOKIE), value, { ...common, maxAge: CONSENT_DAYS * 86_400 });
    },
    /** Read by the front end, which sends it back as a header. */
    setCsrf(reply: FastifyReply, value: string): void {
      reply.setCookie(CSRF_COOKIE, value, common);
    },
  };
}

export type Cookies = ReturnType<typeof createCookies>;
