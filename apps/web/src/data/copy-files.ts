/** Folder of the work item copies, and the channel of the worker that has them open. */
export const COPIES = 'cairn-copies'

const TRIES = 20
const REST_MS = 50

const pause = () => new Promise((resolve) => setTimeout(resolve, REST_MS))

/**
 * Removes the copies, so that the next user of this browser finds none. Open files cannot be
 * removed: they are closed first.
 */
export async function forgetCopies(): Promise<void> {
  const folder = await navigator.storage?.getDirectory?.().catch(() => undefined)
  if (!folder) return
  const channel = new BroadcastChannel(COPIES)
  try {
    for (let n = 1; !(await isRemoved(folder)); n++) {
      if (n > TRIES) throw new Error('The copies are still held open.')
      channel.postMessage({ request: { kind: 'forget' } })
      await pause()
    }
  } finally {
    channel.close()
  }
}

const isRemoved = (folder: FileSystemDirectoryHandle): Promise<boolean> =>
  folder.removeEntry(COPIES, { recursive: true }).then(
    () => true,
    (error: DOMException) => error.name === 'NotFoundError',
  )
