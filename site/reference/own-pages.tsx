import type { Group } from './document.ts';
import { GroupCards } from './group-cards.tsx';

/** The appendix of the reference. */
export const OWN_PAGES = {
  slug: 'own-pages',
  name: 'Tidegate’s own pages',
  description: 'Calls of the back office and the console. They are not for integrations.',
} as const;

/** The groups of calls that need a person's session. */
export function OwnPages({ groups }: { readonly groups: readonly Group[] }) {
  return (
    <>
      <h1>{OWN_PAGES.name}</h1>
      <p className="lead">
        The back office and the console use these calls with the session of a signed-in person. They can change at any
        time: for an integration, use the <a href="/docs/api">calls with an API key</a>.
      </p>
      <GroupCards groups={groups.filter(({ isInternal }) => isInternal)} />
    </>
  );
}
