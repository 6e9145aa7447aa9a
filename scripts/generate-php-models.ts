// Prints `packages/php/src/Models.php`. We write PHP ourselves because the generators at hand (openapi-generator, Jane)
// need Guzzle or Symfony at run time, and mutable objects or floats for money.
import { readPublicDocument } from './php-sdk/document.ts';
import { modelsFile } from './php-sdk/models.ts';

process.stdout.write(modelsFile(readPublicDocument()));
