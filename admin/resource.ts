import type { UserPermission } from '../domain/accounts/permissions.ts';
import type { Load } from './components/chunk.tsx';
import type { MessageKey } from './i18n/translate.ts';
import type { IconName } from './look/icon-paths.ts';

type ModuleOf<Permission> = Permission extends `merchant_${infer Module}_${string}` ? Module : never;

/**
 * A folder of the back office, as its `index.ts` describes it. The description is known on the sign-in page, too, so it
 * imports types only; what loads the pages is the folder's `rooms.ts`.
 */
export interface AppResource {
  /**
   * The lists of records that it shows, by their names in the API, and who may see them: a module of
   * docs/permissions.md, which has a permission for each action, or one permission for all actions.
   */
  readonly collections?: Readonly<Record<string, ModuleOf<UserPermission> | UserPermission>>;
  /** Its entry in the navigation. */
  readonly menu?: NavigationEntry;
  /** Also a room of partners and ambassadors, whose accounts have no shop. */
  readonly isOfPartners?: true;
  /** Its pages (spec §2), as patterns of react-router. */
  readonly paths?: readonly string[];
}

export interface NavigationEntry {
  readonly path: string;
  readonly label: MessageKey;
  readonly icon: IconName;
}

/** A page by its path: a chunk of its own, or the path that it leads to. */
export type Rooms<Path extends string = string> = Readonly<Record<Path, LoadRoom | `/${string}`>>;

/** The rooms of a resource: one for each path that it names. */
export type RoomsOf<Resource extends { readonly paths: readonly string[] }> = Rooms<Resource['paths'][number]>;

/** A room with tabs says how to load the tab that its address opens: each of them is a chunk, too. */
export type LoadRoom = () => Promise<Awaited<ReturnType<Load>> & { readonly loadTab?: () => Promise<unknown> }>;
