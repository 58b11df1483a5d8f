import { AsyncLocalStorage } from 'node:async_hooks'
import { format } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'

const logs = new AsyncLocalStorage<FastifyBaseLogger>()
const methods = ['error', 'warn'] as const
let isListening = false

/** What is written to the console from inside `withLog` goes to that log. */
function listen() {
  isListening = true
  for (const method of methods) {
    // biome-ignore lint/suspicious/noConsole: the library's words arrive here
    const write = console[method]
    console[method] = (...words: unknown[]) => {
      const log = logs.getStore()
      if (log) log.debug({ library: format(...words) }, 'a page socket sent what cannot be read')
      else write(...words)
    }
  }
}

/** The library of the page socket writes to the console for each frame it cannot read: not to ours. */
export function withLog<T>(log: FastifyBaseLogger, run: () => T): T {
  if (!isListening) listen()
  return logs.run(log, run)
}
