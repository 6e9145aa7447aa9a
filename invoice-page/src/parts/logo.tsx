import { useState } from 'react';

/** The merchant's logo, or the first letter of the name where there is none or it does not load. */
export function Logo({ name, url }: { name: string; url: string | null }) {
  const [broken, setBroken] = useState(false);
  if (url === null || broken) {
    return (
      <span className="logo" aria-hidden="true">
        {[...name.trim()][0]?.toUpperCase()}
      </span>
    );
  }
  return (
    <img className="logo" src={url} alt="" fetchPriority="low" width="40" height="40" onError={() => setBroken(true)} />
  );
}
