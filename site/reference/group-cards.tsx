import type { Group } from './document.ts';
import { Words } from './schema.tsx';

/** A card that leads to each group. */
export function GroupCards({ groups }: { readonly groups: readonly Group[] }) {
  return (
    <ul className="cards">
      {groups.map(({ slug, name, description }) => (
        <li key={slug}>
          <a href={`/docs/api/${slug}`}>{name}</a>
          <p>
            <Words text={description} />
          </p>
        </li>
      ))}
    </ul>
  );
}
