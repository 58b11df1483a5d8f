import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'

/** Logs the start and the end of an outage of the collector, not every batch that is lost. */
export class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter
  readonly #log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  readonly #collector: string
  #isAway = false

  constructor(
    exporter: SpanExporter,
    collector: string,
    log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
  ) {
    this.#exporter = exporter
    this.#collector = collector
    this.#log = log
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      this.#note(result)
      done(result)
    })
  }

  shutdown = () => this.#exporter.shutdown()

  #note({ code, error }: ExportResult): void {
    const failed = code !== ExportResultCode.SUCCESS
    if (failed === this.#isAway) return
    this.#isAway = failed
    const collector = this.#collector
    if (!failed) this.#log.info({ collector }, 'traces reach the collector again')
    else this.#log.warn({ collector, reason: reasonOf(error) }, 'traces do not reach the collector')
  }
}

/** Several addresses that all refused are one error without a message. */
const reasonOf = (error: (Error & { code?: unknown }) | undefined) =>
  error?.message || String(error?.code ?? 'unknown')
