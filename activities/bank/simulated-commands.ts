import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { handOverCommands } from '../../db/bank/simulated-commands.ts';
import type { Db } from '../../db/core/sequelize.ts';

/**
 * Leaves what merchants want of the simulated bank in its folder, as `npm run simulate -- bank` does. A file appears
 * whole or not at all, and is named after the command, so that the bank obeys it once.
 */
export async function handOverToSimulatedBank(db: Db, folder: string): Promise<void> {
  const commands = join(folder, 'commands');
  await handOverCommands(db, async ({ id, command }) => {
    await mkdir(commands, { recursive: true });
    const part = join(commands, `.${id}.part`);
    await writeFile(part, JSON.stringify(command), { mode: 0o640 });
    await rename(part, join(commands, `${id}.json`));
  });
}
