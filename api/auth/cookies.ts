import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const SESSION_COOKIE = 'tidegate_session';
export const CSRF_COOKIE = 'XSRF-TOKEN';
export const CSRF_HEADER = 'x-xsrf-token';

/** Names a question that a mail asks, while its code is typed: a sign-up, a new device. */
const QUESTION_COOKIE = 'tidegate_question';
/** Says that a user proved to be the mailbox's owner in this browser. */
const DEVICE_COOKIE = 'tidegate_device';
const QUESTION_SECONDS = 24 * 3600;
const DEVICE_SECONDS = 365 * 24 * 3600;

/** The session cookie of a request, when it has the form of one. */
export function sessionCookieOf(request: FastifyRequest): string | undefined {
  return tokenOf(request, SESSION_COOKIE);
}

export function questionCookieOf(request: FastifyRequest): string | undefined {
  return tokenOf(request, QUESTION_COOKIE);
}

export function deviceCookieOf(request: FastifyRequest): string | undefined {
  return tokenOf(request, DEVICE_COOKIE);
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
  return {
    setSession(reply: FastifyReply, value: string, { expires }: { expires: Date | undefined }): void {
      reply.setCookie(SESSION_COOKIE, value, { ...common, httpOnly: true, ...(expires ? { expires } : {}) });
    },
    clearSession(reply: FastifyReply): void {
      reply.clearCookie(SESSION_COOKIE, { ...common, httpOnly: true });
    },
    setQuestion(reply: FastifyReply, value: string): void {
      reply.setCookie(QUESTION_COOKIE, value, { ...common, path: '/auth', httpOnly: true, maxAge: QUESTION_SECONDS });
    },
    clearQuestion(reply: FastifyReply): void {
      reply.clearCookie(QUESTION_COOKIE, { ...common, path: '/auth', httpOnly: true });
    },
    setDevice(reply: FastifyReply, value: string): void {
      reply.setCookie(DEVICE_COOKIE, value, { ...common, path: '/', httpOnly: true, maxAge: DEVICE_SECONDS });
    },
    /** Read by the front end, which sends it back as a header. */
    setCsrf(reply: FastifyReply, value: string): void {
      reply.setCookie(CSRF_COOKIE, value, common);
    },
  };
}

export type Cookies = ReturnType<typeof createCookies>;
