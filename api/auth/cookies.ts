import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const SESSION_COOKIE = 'tidegate_session';
export const CSRF_COOKIE = 'XSRF-TOKEN';
export const CSRF_HEADER = 'x-xsrf-token';

/** The session cookie of a request, when it has the form of one. */
export function sessionCookieOf(request: FastifyRequest): string | undefined {
  const cookie = request.cookies[SESSION_COOKIE];
  return cookie !== undefined && /^[\w-]{20,200}$/.test(cookie) ? cookie : undefined;
}

/** Cookies of this gateway: whole origin, `Lax`, and `Secure` unless it runs on this machine's own name. */
export function createCookies(publicUrl: string) {
  const { hostname } = new URL(publicUrl);
  const secure = !/^(localhost|127(\.\d+){3}|\[::1\]|.*\.localhost)$/.test(hostname);
  const common = { path: '/', sameSite: 'lax', secure } as const;
  return {
    setSession(reply: FastifyReply, value: string, { expires }: { expires: Date | undefined }): void {
      reply.setCookie(SESSION_COOKIE, value, { ...common, httpOnly: true, ...(expires ? { expires } : {}) });
    },
    clearSession(reply: FastifyReply): void {
      reply.clearCookie(SESSION_COOKIE, { ...common, httpOnly: true });
    },
    /** Read by the front end, which sends it back as a header. */
    setCsrf(reply: FastifyReply, value: string): void {
      reply.setCookie(CSRF_COOKIE, value, common);
    },
  };
}

export type Cookies = ReturnType<typeof createCookies>;
