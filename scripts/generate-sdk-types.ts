// Prints `packages/node/src/api-types.ts`, the types of the public document of the newest version.
// `node scripts/generate.ts` writes it, `--check` compares.
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { makePublicDocument } from '../api/public-document/make.ts';
import { NEWEST_VERSION } from '../domain/versions/api-versions.ts';
import { openApiFile } from '../domain/versions/documents.ts';
import { describeServer } from './describe-server.ts';

// Examples belong to the reference: within types they are half of the file.
const document = await describeServer((deps) => makePublicDocument(deps, { version: NEWEST_VERSION }));
const types = astToString(await openapiTS(document as OpenAPI3, { defaultNonNullable: false }));
process.stdout.write(
  `// Generated from docs/${openApiFile(NEWEST_VERSION)} by \`node scripts/generate.ts\`.\n${types}`,
);
