import { useEffect, useState } from 'react';

const PAUSE_MS = 200;

/** The value once it has not changed for a moment: typing asks the server once, not letter by letter. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
