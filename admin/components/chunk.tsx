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
 * Draws a loaded chunk together with its frame. With `lazy`, an empty frame would come first, and React would keep the
 * fallback for at least 300 ms. Each chunk needs its own `key`; a changed frame does not redraw its chunk.
 */
export const Drawn = memo(function Drawn({ chunk }: { chunk: Chunk }) {
  const [Part] = useState(() => chunk.loaded() ?? chunk.Later);
  return <Part />;
});
