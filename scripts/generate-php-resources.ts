// Prints `packages/php/src/Resources.php`; `generate-php-models.ts` says why by programs of our own.
import { readPublicDocument } from './php-sdk/document.ts';
import { resourcesFile } from './php-sdk/resources.ts';

process.stdout.write(resourcesFile(readPublicDocument()));
