import { forgetCopies } from '#data/copy-files.ts'
import { writeStored } from '#ui/platform/stored.ts'
import { warn } from './note.ts'
import { startCopy, stopCopy } from './start-copy.ts'
import { SWITCH } from './switch.ts'

/** No user waits for it: a slow machine may take longer. */
const PATIENCE_MS = 15_000

async function turn(on: boolean, user_id: string) {
  if (!on) {
    await forgetCopies()
    return stopCopy()
  }
  if (!(await startCopy(user_id, PATIENCE_MS))) throw new Error('No copy can be kept here.')
}

/** Returns the new state of the switch: unchanged if it failed. */
export async function toggleCopy(on: boolean, user_id: string): Promise<boolean> {
  writeStored(SWITCH, on)
  try {
    await turn(on, user_id)
    return on
  } catch (error) {
    writeStored(SWITCH, !on)
    warn('error while toggling local DB', error)
    return !on
  }
}
