import type { App } from '../app.ts';

/** Within the scope, a body stays the bytes that were sent, whatever they say they are: a signature covers those. */
export function readRawBodies(scope: App): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
