import { type Found, isFound, type Missing } from './found.ts';
import { ensureGoProgram, type GoProgram } from './go-build.ts';

/** The newest patch of the line that Temporal's own images for production are pinned to in docker/compose.yaml. */
const version = 'v1.29.1';

const server: GoProgram = {
  name: 'temporal-server',
  binary: 'server',
  package: 'go.temporal.io/server/cmd/server',
  version,
  ldflags: '-s -w',
  expected: 'about 5 minutes on two cores',
};

/** The schemas are inside the program. */
const schemaTool: GoProgram = {
  name: 'temporal-sql-tool',
  binary: 'sql',
  package: 'go.temporal.io/server/cmd/tools/sql',
  version,
  ldflags: '-s -w',
  expected: 'about a minute',
};

/** The programs of a Temporal server whose services run as separate processes on a database. */
export interface TemporalServerPrograms {
  readonly server: string;
  readonly schemaTool: string;
}

/** Both programs from the cache, built into it by Go the first time. */
export async function ensureTemporalServer(): Promise<TemporalServerPrograms | Missing> {
  const found: Found[] = [];
  for (const program of [server, schemaTool]) {
    const result = await ensureGoProgram(program);
    if (!isFound(result)) return result;
    found.push(result);
  }
  const [built, tool] = found;
  if (built === undefined || tool === undefined) throw new Error('a program was neither found nor missing');
  return { server: built.path, schemaTool: tool.path };
}
