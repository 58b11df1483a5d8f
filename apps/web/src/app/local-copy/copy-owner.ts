import { COPIES } from '#data/copy-files.ts'

/**
 * One page of this browser owns the worker and its files; when it closes, the next in line does.
 * Returns a function to step back.
 */
export function standForOwner(): () => void {
  const over = Promise.withResolvers<void>()
  const leaving = new AbortController()
  const { signal } = leaving
  const serve = async () => {
    const worker = new Worker(new URL('./copy-worker.ts', import.meta.url), { type: 'module' })
    await over.promise
    worker.terminate()
  }
  navigator.locks.request(COPIES, { signal }, serve).catch(() => undefined)
  return () => {
    leaving.abort()
    over.resolve()
  }
}
