import { ANSWERS } from './cached-answers.ts'
import { forgetCopies } from './copy-files.ts'

/** After sign-out this page caches nothing more. */
let isOver = false

export const isForgotten = () => isOver

/** The next user of this browser finds nothing: neither answers nor the cached application. */
export async function clearCachedAnswers() {
  isOver = true
  const gone = new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(ANSWERS)
    for (const end of ['success', 'error', 'blocked']) {
      request.addEventListener(end, () => resolve())
    }
  })
  const files = await globalThis.caches?.keys()
  const workers = await navigator.serviceWorker?.getRegistrations()
  for (const { active } of workers ?? []) active?.postMessage('forget')
  await Promise.all([
    ...[gone, forgetCopies()],
    ...(files ?? []).filter((name) => name.startsWith('cairn ')).map((name) => caches.delete(name)),
    ...(workers ?? []).map((worker) => worker.unregister()),
  ])
}
