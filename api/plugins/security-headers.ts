import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyReply {
    /** Lets styles with this nonce through the page's Content-Security-Policy; made once per answer. */
    styleNonce(): string;
    /** Lets style sheets within the page through, by their hashes. */
    allowStyles(sources: readonly string[]): FastifyReply;
    /** Lets these origins embed the page; nobody may unless asked. */
    allowFraming(origins: readonly string[]): FastifyReply;
    /** Lets the page load scripts and frames of these origins too: a captcha's, where one is configured. */
    allowWidget(origins: readonly string[]): FastifyReply;
    /** Lets a form of the page be sent to this origin too: what a person just agreed to. */
    allowFormsTo(origin: string): FastifyReply;
    /** Lets the page embed pages of this origin that let themselves be embedded. */
    allowOwnFrames(): FastifyReply;
    /** Lets search engines list the page: those for visitors. */
    allowIndexing(): FastifyReply;
    pagePolicy: PagePolicy;
  }
}

interface PagePolicy {
  readonly nonce: string | null;
  readonly styles?: readonly string[];
  readonly ancestors: readonly string[];
  readonly widget: readonly string[];
  readonly formsTo?: string;
  readonly framesOwn?: true;
  readonly isListed: boolean;
}

/**
 * Headers of every answer. Pages get a policy without any `unsafe-` source: scripts and styles from this origin only
 * (styles also by nonce or hash), no plug-ins, no base change, no embedding unless the page allows it. No cache keeps
 * calls unless they say so. Where the gateway is reached by TLS, browsers must use nothing else.
 */
export function useSecurityHeaders(
  app: FastifyInstance,
  publicUrl: string,
  randomBytes: (size: number) => Buffer,
): void {
  const common = commonHeaders(publicUrl);
  app.decorateReply('pagePolicy');
  app.decorateReply('styleNonce', function styleNonce(this: FastifyReply) {
    const nonce = this.pagePolicy.nonce ?? randomBytes(16).toString('base64');
    this.pagePolicy = { ...this.pagePolicy, nonce };
    return nonce;
  });
  app.decorateReply('allowStyles', allowStyles);
  app.decorateReply('allowFraming', allowFraming);
  app.decorateReply('allowWidget', allowWidget);
  app.decorateReply('allowFormsTo', allowFormsTo);
  app.decorateReply('allowOwnFrames', allowOwnFrames);
  app.decorateReply('allowIndexing', allowIndexing);
  app.addHook('onRequest', async (_request, reply) => {
    reply.pagePolicy = { nonce: null, ancestors: [], widget: [], isListed: false };
    reply.headers(common);
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && type.startsWith('text/html')) {
      reply.header('content-security-policy', policy(reply.pagePolicy));
      if (!reply.pagePolicy.isListed) reply.header('x-robots-tag', 'noindex, nofollow');
      reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
      if (reply.pagePolicy.ancestors.length === 0) {
        reply.header('x-frame-options', 'DENY');
        // A page that shops may embed they may also open, and close when it is done.
        reply.header('cross-origin-opener-policy', 'same-origin');
      }
    } else if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', NO_PAGE);
    }
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    return payload;
  });
}

/** The same for an answer that no hook sees, as to a request that could not be read. */
export function hardenAnswer(reply: FastifyReply, publicUrl: string): void {
  reply.headers(answerHeaders(publicUrl));
}

/** Headers of every answer that is no page. */
export function answerHeaders(publicUrl: string): Record<string, string> {
  return { ...commonHeaders(publicUrl), 'content-security-policy': NO_PAGE };
}

function commonHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl.startsWith('https:')
      ? { 'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains` }
      : {}),
  };
}

const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";
const HSTS_SECONDS = 2 * 365 * 24 * 3600;

function policy({ nonce, styles = [], ancestors, widget, framesOwn, formsTo }: PagePolicy): string {
  const frames = [...(framesOwn ? ["'self'"] : []), ...widget];
  return [
    "default-src 'none'",
    ["script-src 'self'", ...widget].join(' '),
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(' ')}`]),
    ["style-src 'self'", nonce && `'nonce-${nonce}'`, ...styles].filter(Boolean).join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    formsTo === undefined ? "form-action 'self'" : `form-action 'self' ${formsTo}`,
    ancestors.length === 0 ? "frame-ancestors 'none'" : `frame-ancestors 'self' ${ancestors.join(' ')}`,
  ].join('; ');
}

function allowStyles(this: FastifyReply, sources: readonly string[]): FastifyReply {
  this.pagePolicy = { ...this.pagePolicy, styles: sources };
  return this;
}

function allowFormsTo(this: FastifyReply, origin: string): FastifyReply {
  this.pagePolicy = { ...this.pagePolicy, formsTo: origin };
  return this;
}

function allowOwnFrames(this: FastifyReply): FastifyReply {
  this.pagePolicy = { ...this.pagePolicy, framesOwn: true };
  return this;
}

function allowIndexing(this: FastifyReply): FastifyReply {
  this.pagePolicy = { ...this.pagePolicy, isListed: true };
  return this;
}

function allowFraming(this: FastifyReply, origins: readonly string[]): FastifyReply {
  this.pagePolicy = { ...this.pagePolicy, ancestors: [...this.pagePolicy.ancestors, ...origins] };
  return this;
}

function allowWidget(this: FastifyReply, origins: readonly string[]): FastifyReply {
  this.pagePolicy = { ...this.pagePolicy, widget: [...this.pagePolicy.widget, ...origins] };
  return this;
}
