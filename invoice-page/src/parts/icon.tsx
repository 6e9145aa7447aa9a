import type { IconName } from '../model/screen.ts';

/** A drawing beside words, from the sprite that the server writes into the page; it says nothing by itself. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}
