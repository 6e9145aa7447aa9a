import { type ComponentType, lazy, memo, useState } from 'react';

/** A part of the pages that is a file of its own. */
export type Load = () => Promise<{ default: ComponentType }>;

export interface Chunk {
  readonly load: Load;
  /** The part, once it is there. */
  readonly loaded: () => ComponentType | undefined;
  /** The part, which shows when it has come. */
  readonly Later: ComponentType;
}

export function chunkOf(part: Load): Chunk {
  let loaded: ComponentType | undefined;
  const load: Load = async () => {
    const module = await part();
    loaded = module.default;
    return module;
  };
  return { load, loaded: () => loaded, Later: lazy(load) };
}

/**
 * A part that is there already is drawn with its frame. Through `lazy` the frame would come first, empty, and React
 * lets what it showed instead of a part stand for 300 ms at least. Each chunk needs a `key` of its own. A frame that
 * changes does not draw its part again.
 */
export const Drawn = memo(function Drawn({ chunk }: { chunk: Chunk }) {
  const [Part] = useState(() => chunk.loaded() ?? chunk.Later);
  return <Part />;
});
