import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import type { TracingSettings } from '#config'
import { version } from '../version.ts'
import { recordSpans } from './record-spans.ts'
import { ReportingExporter } from './reporting-exporter.ts'

/** Spans that wait for the collector; more are dropped, so that an outage cannot fill memory. */
const MAX_WAITING = 2_048
const SEND_EVERY_MS = 2_000
/** Of the twenty seconds that a server may take to stop. */
const MAX_FLUSH_MS = 5_000

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const name = sampler.replace('parentbased_', '')
  const root =
    name === 'always_off'
      ? new AlwaysOffSampler()
      : name === 'always_on'
        ? new AlwaysOnSampler()
        : new TraceIdRatioBasedSampler(ratio)
  return name === sampler ? root : new ParentBasedSampler({ root })
}

export interface Tracing {
  /** Sends what waits, unless that takes too long. */
  stop(): Promise<void>
}

/** Records spans and sends them to a collector, as JSON over HTTP. */
export function startTracing(settings: TracingSettings, log: FastifyBaseLogger): Tracing {
  const { url } = settings
  const exporter = new ReportingExporter(new OTLPTraceExporter({ url }), new URL(url).host, log)
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'cairn', 'service.version': version }))
    .merge(detectResources({ detectors: [envDetector] }))
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(settings),
    spanProcessors: [
      new BatchSpanProcessor({
        ...{ exporter, maxQueueSize: MAX_WAITING, scheduledDelayMillis: SEND_EVERY_MS },
      }),
    ],
  })
  recordSpans(provider.getTracer('cairn', version))
  return {
    async stop() {
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, MAX_FLUSH_MS)
      // What cannot be sent was logged.
      await Promise.race([late, provider.shutdown().catch(() => {})])
      clearTimeout(timer)
    },
  }
}
