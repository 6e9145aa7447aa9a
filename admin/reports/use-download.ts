import { useEffect, useRef, useState } from 'react';
import { save } from '../components/save-file.ts';
import { useProvider } from '../data/use-provider.ts';

export type Download =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly bytes: number }
  | { readonly state: 'done'; readonly bytes: number }
  | { readonly state: 'failed' };

/** Fetches a report and saves it. Leaving the page stops it. */
export function useDownload(): { download: Download; start: (id: string, name: string) => Promise<void> } {
  const provider = useProvider();
  const [download, setDownload] = useState<Download>({ state: 'idle' });
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const start = async (id: string, name: string) => {
    const { signal } = leaving.current;
    setDownload({ state: 'running', bytes: 0 });
    try {
      const file = await provider.downloadReport(id, (bytes) => setDownload({ state: 'running', bytes }), signal);
      save(file, name);
      setDownload({ state: 'done', bytes: file.size });
    } catch {
      if (!signal.aborted) setDownload({ state: 'failed' });
    }
  };
  return { download, start };
}
