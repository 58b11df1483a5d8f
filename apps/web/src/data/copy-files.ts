/** Where the copies of work items lie, and where whoever holds them open listens. */
export const COPIES = 'cairn-copies'

const TRIES = 20
const REST_MS = 50

const pause = () => new Promise((resolve) => setTimeout(resolve, REST_MS))

/** Whoever comes next at this browser finds none. Files that are open cannot be removed: they are closed first. */
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
