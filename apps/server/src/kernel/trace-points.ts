import { tracingChannel } from 'node:diagnostics_channel'

/** How one piece of work ended, as a subscriber finds it in the channel's message. */
export interface Ended<Result = unknown> {
  result?: Result
  error?: unknown
}

export interface TracedRequest {
  id: string
  method: string
  /** The pattern of the route, never the address itself. */
  route: string | undefined
  /** The header of that name, from proxies that may tell. */
  traceparent: string | undefined
  /** Set when the response was sent, or its client has left. */
  status?: number
}

export interface TracedStatement extends Ended {
  text: string
}

export interface TracedJob extends Ended {
  queue: string
  attempt?: number
  /** Runs by schedule or as a retry, not because of the request that is in the async context. */
  isScheduled?: boolean
}

export interface TracedMail extends Ended {
  kind: string
  recipients: number
  attempt: number
}

export interface TracedCall extends Ended<{ status: number }> {
  event: string
  host: string
}

const pointFor = <Message extends object>(name: string) =>
  tracingChannel<unknown, Message>(`cairn:${name}`)

/**
 * Where the work of the server can be observed. Nothing is observed unless `src/tracing/` was
 * loaded: without a subscriber, work runs as if these did not exist.
 */
export const tracePoints = {
  request: pointFor<TracedRequest>('request'),
  statement: pointFor<TracedStatement>('statement'),
  job: pointFor<TracedJob>('job'),
  mail: pointFor<TracedMail>('mail'),
  webhook: pointFor<TracedCall>('webhook'),
}
