/**
 * Work that begins at an even pace, whatever is still under way: what is slow makes a queue, and does not make the load
 * smaller.
 */
export interface Pace {
  /**
   * Begins no more, waits for the rest, and answers how long each took, in milliseconds. @throws what the work threw
   */
  stop(): Promise<number[]>;
}

/** Starts `work` so often a second. */
export function startPace(work: () => Promise<void>, perSecond: number): Pace {
  const begun: Promise<number>[] = [];
  const timed = async () => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  const start = performance.now();
  const clock = setInterval(() => {
    const due = Math.floor(((performance.now() - start) * perSecond) / 1000);
    while (begun.length < due) {
      const one = timed();
      // Looked at when the load is stopped.
      one.catch(() => {});
      begun.push(one);
    }
  }, 5);
  return {
    stop() {
      clearInterval(clock);
      return Promise.all(begun);
    },
  };
}
