/** A question that changes while it is answered: what was asked last, and the answer to exactly that. */
export interface Latest<Request, Answer> {
  readonly request: Request | null;
  /** Null until the present request is answered. */
  readonly answer: Answer | null;
  readonly error: unknown;
}

export interface LatestAsker<Request, Answer> {
  getState(): Latest<Request, Answer>;
  subscribe(listener: () => void): () => void;
  /** Asks after a pause, unless another request comes before; null asks nothing. The same request is sent once. */
  request(request: Request | null): void;
  /** Asks the present request again at once; its answer stays until the next is there. */
  again(): void;
  stop(): void;
}

interface Options<Request, Answer> {
  readonly ask: (request: Request, signal: AbortSignal) => Promise<Answer>;
  readonly isSame: (one: Request, other: Request) => boolean;
  readonly pauseMs: number;
}

/** Answers to earlier requests never win, in whatever order they come. */
export function createLatest<Request, Answer>(options: Options<Request, Answer>): LatestAsker<Request, Answer> {
  const { ask, isSame, pauseMs } = options;
  const listeners = new Set<() => void>();
  let state: Latest<Request, Answer> = { request: null, answer: null, error: null };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | null = null;

  function set(next: Latest<Request, Answer>): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function cancel(): void {
    clearTimeout(timer);
    running?.abort();
    running = null;
  }

  function start(request: Request): void {
    cancel();
    const own = new AbortController();
    running = own;
    ask(request, own.signal).then(
      (answer) => running === own && set({ request, answer, error: null }),
      (error: unknown) => running === own && set({ request, answer: null, error }),
    );
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    request(request) {
      const known = state.request;
      if (request === null ? known === null : known !== null && isSame(known, request)) return;
      cancel();
      set({ request, answer: null, error: null });
      if (request !== null) timer = setTimeout(() => start(request), pauseMs);
    },
    again() {
      if (state.request !== null) start(state.request);
    },
    stop: cancel,
  };
}
