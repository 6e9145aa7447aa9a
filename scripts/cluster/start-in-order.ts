import type { ClusterProcess, ClusterTask } from './table.ts';

/**
 * Starts every process and runs every task as soon as what it waits for is ready.
 *
 * @param start starts a process; resolves once it is ready
 * @throws the first error; what waits for the failed entry is not started. Error for an unknown name, or a circle
 */
export async function startInOrder(
  table: readonly (ClusterTask | ClusterProcess)[],
  start: (process: ClusterProcess) => Promise<unknown>,
): Promise<void> {
  const ready = new Map<string, Promise<unknown>>();
  const begin = (name: string, waiting: readonly string[]): Promise<unknown> => {
    if (waiting.includes(name)) throw new Error(`${[...waiting, name].join(' waits for ')}: nobody can start.`);
    const begun = ready.get(name);
    if (begun !== undefined) return begun;
    const entry = table.find((each) => each.name === name);
    if (entry === undefined) throw new Error(`${waiting.at(-1)} waits for ${name}, which is not in the table.`);
    const before = entry.after.map((each) => begin(each, [...waiting, name]));
    const done = Promise.all(before).then(() => ('run' in entry ? entry.run() : start(entry)));
    ready.set(name, done);
    return done;
  };
  await Promise.all(table.map(({ name }) => begin(name, [])));
}
