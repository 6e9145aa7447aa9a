import { createServer, type Server } from 'node:http';
import type { TestProject } from 'vitest/node';
import type { BuiltFrontEnd } from '../../admin/testing/build.fixture.ts';
import { type RunningTemporal, startTemporal } from '../services/temporal.ts';
import { noteServer } from './report.ts';
import { makeRunFolder, subfolder } from './run-folder.ts';
import { startTemplateDatabase, type TemplateDatabase } from './template-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where test files ask for the servers they share. */
    readonly sharedServersUrl: string;
  }
}

/**
 * Offers one Postgres (with a migrated template database), one Temporal and one built back office to all test files of
 * a project. Each is made when the first file asks for it, so that a run of tests that need none makes none.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeRunFolder('memory');
  let postgres: Promise<TemplateDatabase> | undefined;
  let temporal: Promise<RunningTemporal> | undefined;
  let backOffice: Promise<BuiltFrontEnd> | undefined;
  const offers: Record<string, () => Promise<unknown>> = {
    '/postgres': async () => {
      postgres ??= startTemplateDatabase(subfolder(folder.path, 'postgres'));
      const { serverUrl, template } = await postgres;
      return { serverUrl, template };
    },
    '/temporal': async () => {
      temporal ??= startTemporal().then((server) => {
        noteServer({ name: 'Temporal', origin: server.origin });
        return server;
      });
      return { address: (await temporal).address };
    },
    '/back-office': async () => {
      // The bundler takes a while to load.
      backOffice ??= import('../../admin/testing/build.fixture.ts').then(({ buildBackOffice }) => buildBackOffice());
      return { dist: (await backOffice).dist };
    },
  };
  const desk = await openDesk(offers);
  project.provide('sharedServersUrl', desk.url);

  return async () => {
    desk.server.closeAllConnections();
    desk.server.close();
    await Promise.allSettled([
      postgres?.then((server) => server.stop()),
      temporal?.then((server) => server.stop()),
      backOffice?.then((built) => built.remove()),
    ]);
    folder.remove();
  };
}

/** A small HTTP server that answers each path with what is offered there; an error is answered as its message. */
function openDesk(offers: Record<string, () => Promise<unknown>>): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const offer = offers[request.url ?? ''];
    const answer = offer === undefined ? Promise.reject(new Error(`nothing is offered at ${request.url}`)) : offer();
    answer.then(
      (value) => response.end(JSON.stringify(value)),
      (error: unknown) => {
        response.statusCode = 500;
        response.end(error instanceof Error ? error.message : String(error));
      },
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address !== 'object' || address === null) return reject(new Error('the desk has no port'));
      resolve({ server, url: `http://127.0.0.1:${address.port}` });
    });
  });
}
