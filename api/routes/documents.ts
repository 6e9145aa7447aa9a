import { Data } from '../../contract/basics.ts';
import { DocumentVerdict, VerifyDocumentBody } from '../../contract/documents.ts';
import { documentKeys } from '../../db/documents/keys.ts';
import { verifyProof } from '../../db/documents/verify.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import type { ServerDeps } from '../deps.ts';

/**
 * `POST /verify`: whether a document is ours. Everything that it answers is in the proof already; only public keys are
 * read, so there is nothing to find out by trying.
 */
export function documentVerificationRoute(app: App, { db }: Pick<ServerDeps, 'db'>): void {
  app.post(
    '/verify',
    {
      config: anyone('Anyone who has a document may verify it; the answer says nothing that the document does not.'),
      schema: {
        tags: ['Documents'],
        summary: 'Verify a document',
        description: 'Of a statement, invoice, receipt or confirmation. `GET /verify` is the page for people.',
        body: VerifyDocumentBody,
        response: { 200: Data(DocumentVerdict) },
      },
    },
    async ({ body }) => {
      const { verdict, facts } = verifyProof(await documentKeys(db), body.proof, body.file);
      return { data: { verdict, facts: facts === null ? null : { ...facts } } };
    },
  );
}
