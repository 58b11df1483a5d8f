import type { Transaction } from '@tiptap/pm/state'
import { Mapping, StepMap } from '@tiptap/pm/transform'

interface Remote {
  isChangeOrigin?: boolean
  isUndoRedoOperation?: boolean
}

const remoteIn = (tr: Transaction) => tr.getMeta('y-sync$') as Remote | undefined

/** Changes from the shared document come from other users, except the user's own undo and redo. */
export function writerOf(tr: Transaction): 'self' | 'others' {
  const { isChangeOrigin = false, isUndoRedoOperation = false } = remoteIn(tr) ?? {}
  return isChangeOrigin && !isUndoRedoOperation ? 'others' : 'self'
}

/**
 * Maps positions of the text through a change. Another user's change arrives as a whole new
 * document: only the difference to the old one moves positions.
 */
export function mappingOf(tr: Transaction): Mapping {
  if (!remoteIn(tr)?.isChangeOrigin) return tr.mapping
  const start = tr.before.content.findDiffStart(tr.doc.content)
  const end = tr.before.content.findDiffEnd(tr.doc.content)
  if (start === null || !end) return new Mapping()
  // Repeated content may match from both ends.
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  return new Mapping([new StepMap([start, end.a + overlap - start, end.b + overlap - start])])
}
