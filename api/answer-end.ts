import type { ServerResponse } from 'node:http';

/**
 * Calls back when an answer is over, however it ends: at once if its caller has left already. Such an answer has
 * closed before anybody listened, and says so no more. The callback may come twice.
 */
export function whenAnswerEnds(raw: ServerResponse, then: () => void): void {
  raw.once('close', then);
  raw.once('finish', then);
  if (raw.closed || raw.destroyed || raw.req.socket.destroyed) then();
}
