import type { Transaction } from '@tiptap/pm/state'
import { Mapping, StepMap } from '@tiptap/pm/transform'

/**
 * Where places of the text are after a change. One by somebody else comes as a whole new document:
 * only what differs from the old one has moved anything.
 */
export function mappingOf(tr: Transaction): Mapping {
  const remote = tr.getMeta('y-sync$') as { isChangeOrigin?: boolean } | undefined
  if (!remote?.isChangeOrigin) return tr.mapping
  const start = tr.before.content.findDiffStart(tr.doc.content)
  const end = tr.before.content.findDiffEnd(tr.doc.content)
  if (start === null || !end) return new Mapping()
  // What comes twice may count as the same from both ends.
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  return new Mapping([new StepMap([start, end.a + overlap - start, end.b + overlap - start])])
}
