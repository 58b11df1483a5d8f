import { AsyncLocalStorage } from 'node:async_hooks'
import type { TracingChannel } from 'node:diagnostics_channel'
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { type TracedRequest, tracePoints } from '#kernel/trace-points.ts'
import { describeStatement } from './describe-statement.ts'

interface Active {
  span: Span
  /** When the first span of this process in its trace began. */
  since: number
}

/**
 * Work that a request caused long ago, by a timer for example, is no longer part of its trace: it
 * would grow without an end.
 */
const MAX_TRACE_MS = 10 * 60_000

const active = new AsyncLocalStorage<Active | undefined>()

/** Undefined outside of traced work, and once it is too old. */
function currentActive(): Active | undefined {
  const current = active.getStore()
  return current && performance.now() - current.since < MAX_TRACE_MS ? current : undefined
}

interface Begun {
  name: string
  kind: SpanKind
  attributes: Attributes
}

/** What a subscriber finds in every message of a kind of work; see `trace-points.ts`. */
interface Message {
  error?: unknown
}

/**
 * Only its kind: the text of a database error has values, that of a mail server has addresses.
 */
function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  if (typeof code === 'string' && /^\w{1,40}$/.test(code)) return code
  return typeof name === 'string' ? name : 'Error'
}

function fail(span: Span, type: string) {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Subscribes to everything the server publishes about its work. */
export function recordSpans(tracer: Tracer): void {
  const spans = new WeakMap<object, Span>()

  function start(options: Begun, message: object, parent?: Active, remote = ROOT_CONTEXT): Active {
    const { name, ...rest } = options
    const context: Context = parent ? trace.setSpan(ROOT_CONTEXT, parent.span) : remote
    const span = tracer.startSpan(name, rest satisfies SpanOptions, context)
    spans.set(message, span)
    return { span, since: parent?.since ?? performance.now() }
  }

  /** Work with spans of its own below it. */
  function recordWork<M extends Message>(
    { start: started, asyncEnd }: TracingChannel<unknown, M>,
    describe: (message: M) => Begun,
    conclude: (span: Span, message: M) => void = () => {},
    isRoot: (message: M) => boolean = () => false,
  ) {
    started.bindStore(active, (message) =>
      start(describe(message), message, isRoot(message) ? undefined : currentActive()),
    )
    asyncEnd.subscribe((published) => {
      const message = published as M
      const span = spans.get(message)
      if (!span) return
      conclude(span, message)
      if (message.error !== undefined) fail(span, errorType(message.error))
      span.end()
    })
  }

  recordRequests()
  recordStatements()
  recordWork(
    tracePoints.job,
    ({ queue, attempt }) => ({
      ...{ name: `job ${queue}`, kind: SpanKind.INTERNAL },
      attributes: { 'cairn.job.queue': queue, ...(attempt && { 'cairn.job.attempt': attempt }) },
    }),
    undefined,
    ({ isScheduled }) => isScheduled === true,
  )
  recordWork(tracePoints.mail, ({ kind, recipients, attempt }) => ({
    ...{ name: `mail ${kind}`, kind: SpanKind.CLIENT },
    attributes: {
      'cairn.mail.kind': kind,
      'cairn.mail.recipients': recipients,
      'cairn.mail.attempt': attempt,
    },
  }))
  recordWork(
    tracePoints.webhook,
    ({ event, host }) => ({
      ...{ name: `webhook ${event}`, kind: SpanKind.CLIENT },
      attributes: { 'cairn.webhook.event': event, 'server.address': host },
    }),
    (span, { result }) => {
      if (!result) return
      span.setAttribute('http.response.status_code', result.status)
      if (result.status < 200 || result.status > 299) fail(span, String(result.status))
    },
  )

  function recordRequests() {
    const { start: started, asyncEnd } = tracePoints.request
    started.bindStore(active, (message) => {
      const { id, method, route, traceparent } = message
      const named = route ?? 'unknown'
      const remote = traceparent ? parseTraceParent(traceparent) : null
      const options = {
        ...{ name: `${method} ${named}`, kind: SpanKind.SERVER },
        attributes: { 'http.request.method': method, 'http.route': named, 'cairn.request_id': id },
      }
      if (!remote) return start(options, message)
      const context = trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
      return start(options, message, undefined, context)
    })
    asyncEnd.subscribe((published) => {
      const message = published as TracedRequest
      const span = spans.get(message)
      const { status = 0 } = message
      span?.setAttribute('http.response.status_code', status)
      if (span && status >= 500) fail(span, String(status))
      span?.end()
    })
  }

  /** Only as part of other work: every poll of a queue would be a trace otherwise. */
  function recordStatements() {
    const { start: started, asyncEnd } = tracePoints.statement
    started.subscribe((published) => {
      const parent = currentActive()
      if (!parent) return
      const message = published as { text: string }
      const name = describeStatement(message.text)
      start(
        {
          ...{ name, kind: SpanKind.CLIENT },
          attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name },
        },
        message,
        parent,
      )
    })
    asyncEnd.subscribe((published) => {
      const span = spans.get(published as object)
      const { error } = published as Message
      if (span && error !== undefined) fail(span, errorType(error))
      span?.end()
    })
  }
}
