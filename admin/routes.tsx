/// <reference types="vite/types/importMeta.d.ts" />
import type { ReactElement } from 'react';
import { matchPath, Navigate } from 'react-router';
import { type Chunk, chunkOf, Drawn } from './components/chunk.tsx';
import type { LoadRoom, Rooms } from './resource.ts';

export interface AppRoute {
  readonly path: string;
  readonly element: ReactElement;
  /** The code of the page; none where the path leads to another. */
  readonly chunk?: Chunk;
}

/** The rooms of the back office by their path. */
export function routesOf(folders: readonly Rooms[]): AppRoute[] {
  return folders.flatMap((rooms) =>
    Object.entries(rooms).map(([name, room]) => {
      const path = `/${name}`;
      if (typeof room === 'string') return { path, element: <Navigate to={room} replace /> };
      const chunk = chunkOf(() => withTab(room));
      return { path, chunk, element: <Drawn key={path} chunk={chunk} /> };
    }),
  );
}

/** A room with tabs is there when the tab is that its address opens. */
async function withTab(load: LoadRoom) {
  const room = await load();
  await room.loadTab?.();
  return room;
}

export const appRoutes: readonly AppRoute[] = routesOf(
  Object.values(import.meta.glob<Rooms>('./*/rooms.ts', { eager: true, import: 'rooms' })),
);

/** Preloads the page that this address opens. Errors are shown when it is opened. */
export async function preloadRoom(pathname: string): Promise<void> {
  const room = appRoutes.find(({ path }) => matchPath(path, pathname));
  await room?.chunk?.load().catch(() => undefined);
}
