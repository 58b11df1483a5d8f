import type { HeardComment } from '@cairn/contract'

/** A comment and its replies; the comment itself may be deleted. */
export interface Thread {
  id: string
  first: HeardComment | undefined
  answers: readonly HeardComment[]
  /** When it began. */
  at: string
}

const beganAt = ({ created_at, parent_created_at }: HeardComment) => parent_created_at ?? created_at

/** An item's comments by thread, oldest first. */
export function threadsOf(comments: readonly HeardComment[]): Thread[] {
  const threads = Map.groupBy(comments, ({ id, parent }) => parent ?? id)
  return [...threads].map(([id, said]) => ({
    id,
    first: said.find((one) => one.id === id),
    answers: said.filter((one) => one.id !== id),
    at: said.map(beganAt).toSorted()[0] ?? '',
  }))
}

const FOLD = 3

/** Long threads show their last replies; a linked one, and all after it, are shown too. */
export function foldedAnswers(answers: readonly HeardComment[], linked: string | undefined) {
  if (answers.length <= FOLD) return 0
  const at = answers.findIndex(({ id }) => id === linked)
  return at === -1 ? answers.length - FOLD + 1 : Math.min(at, answers.length - FOLD + 1)
}
