import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DomainError, isDomainError } from '../../domain/errors.ts';
import type { App } from '../app.ts';

const FORM = 'application/x-www-form-urlencoded';

/** Lets the routes of this scope read what a page sends without a script; {@link formOf} has its fields. */
export function readForms(scope: App, bodyLimit: number): void {
  scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
}

/** The fields of the form; none when something else was sent. */
export function formOf({ body }: Pick<FastifyRequest, 'body'>): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

/** Lets the routes of this scope be called by a button alone: what comes with it is not read. */
export function readButtons(scope: App, types: readonly string[] = [FORM]): void {
  for (const type of types) {
    scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: 1024 }, (_request, _body, done) => done(null));
  }
}

/**
 * For pages: a person reads the answer, so what the rules refuse is said there in words. Sets the status and when to
 * come again. Throws what is no refusal of the rules, which goes its usual way.
 */
export function refusalOf(reply: FastifyReply, error: unknown): DomainError {
  if (!isDomainError(error)) throw error;
  if (error.retryAfterSeconds !== undefined) void reply.header('retry-after', String(error.retryAfterSeconds));
  void reply.code(error.status);
  return error;
}
