// Writes the WooCommerce plugin's package, as the gateway serves it, into the folder that is named (default: here).
import '../db/core/require-node.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packPlugin } from '../api/cms/package.ts';
import { WOOCOMMERCE_PLUGIN } from '../contract/cms-plugins.ts';
import { say } from './progress.ts';

const { bytes } = await packPlugin();
const path = join(process.argv[2] ?? '.', `tidegate-for-woocommerce-${WOOCOMMERCE_PLUGIN.version}.zip`);
await writeFile(path, bytes);
say(`Wrote ${path}.`);
