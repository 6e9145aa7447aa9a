import { type Receiver, startReceiver } from '../webhooks/receiver.fixture.ts';

/** How the simulated server behaves: like PagerDuty, or broken in one of the ways that servers are. */
export type Mood = 'well' | 'bad_request' | 'too_many' | 'failing' | 'hanging' | 'cutting' | 'cutting_late';

export interface Incident {
  readonly severity: string;
  readonly summary: string;
  state: 'triggered' | 'acknowledged' | 'resolved';
  triggers: number;
}

export interface PagerdutySimulator {
  readonly url: string;
  mood: Mood;
  /** By dedup key, as PagerDuty would show them. */
  readonly incidents: Map<string, Incident>;
  readonly receiver: Receiver;
  close(): Promise<void>;
}

interface PagerdutyEvent {
  readonly routing_key?: unknown;
  readonly event_action?: unknown;
  readonly dedup_key?: unknown;
  readonly payload?: { readonly summary?: unknown; readonly source?: unknown; readonly severity?: unknown };
}

/** Events API v2 as its documentation describes it: answers 202 to a valid event and 400 to any other. */
export async function simulatePagerduty(routingKey: string): Promise<PagerdutySimulator> {
  const receiver = await startReceiver();
  const simulator: PagerdutySimulator = {
    url: receiver.url,
    mood: 'well',
    incidents: new Map(),
    receiver,
    close: () => receiver.close(),
  };
  receiver.answer = (response, { body }) => {
    if (simulator.mood === 'hanging') return;
    if (simulator.mood === 'cutting') return void response.destroy();
    if (simulator.mood === 'too_many') return void response.writeHead(429).end('{"status":"throttle exceeded"}');
    if (simulator.mood === 'failing') return void response.writeHead(500).end();
    const event = JSON.parse(body) as PagerdutyEvent;
    const problem = simulator.mood === 'bad_request' ? 'for the test' : problemOf(event, routingKey);
    if (problem !== undefined) {
      const errors = [problem, `routing_key was ${String(event.routing_key)}`];
      return void response.writeHead(400).end(JSON.stringify({ status: 'invalid event', errors }));
    }
    apply(simulator.incidents, event);
    // Taken, but the sender never hears so.
    if (simulator.mood === 'cutting_late') return void response.destroy();
    response.writeHead(202).end(JSON.stringify({ status: 'success', dedup_key: event.dedup_key }));
  };
  return simulator;
}

function problemOf({ routing_key, event_action, dedup_key, payload }: PagerdutyEvent, key: string): string | undefined {
  if (routing_key !== key) return 'the routing key is unknown';
  if (typeof dedup_key !== 'string' || dedup_key.length > 255) return 'the dedup_key is wrong';
  if (event_action === 'acknowledge' || event_action === 'resolve') return undefined;
  if (event_action !== 'trigger') return 'the event_action is wrong';
  const { summary, source, severity } = payload ?? {};
  if (typeof summary !== 'string' || summary.length > 1_024) return 'the summary is wrong';
  if (typeof source !== 'string' || source === '') return 'the source is missing';
  return ['critical', 'error', 'warning', 'info'].includes(String(severity)) ? undefined : 'the severity is wrong';
}

/** A call about an incident that does not exist, or has ended, changes nothing; a trigger opens a new one. */
function apply(incidents: Map<string, Incident>, { event_action, dedup_key, payload }: PagerdutyEvent): void {
  const key = String(dedup_key);
  const open = incidents.get(key);
  if (event_action === 'trigger') {
    if (open !== undefined && open.state !== 'resolved') open.triggers += 1;
    else {
      const about = { severity: String(payload?.severity), summary: String(payload?.summary) };
      incidents.set(key, { ...about, state: 'triggered', triggers: 1 });
    }
  } else if (open !== undefined && open.state !== 'resolved') {
    open.state = event_action === 'resolve' ? 'resolved' : 'acknowledged';
  }
}
