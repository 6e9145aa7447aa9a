import { type BoundTable, isTable } from './core/table.ts';
import * as files from './table-files.ts';

/** Every table that these files define has a model, which is bound to the connection. */
export const tables: readonly BoundTable[] = Object.values<Readonly<Record<string, unknown>>>(files).flatMap((file) =>
  Object.values(file).filter(isTable),
);
