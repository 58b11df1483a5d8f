/**
 * Changes that Ctrl+Z undoes and Ctrl+Shift+Z redoes: those made in this tab, latest first.
 * `mutateOptimistically` records them, so that no screen has to.
 */
export interface UndoStep {
  slug: string
  /** The variables of the mutation: the message of that change finds its step by them. */
  of?: object
  /**
   * Starts the undo and returns at once how to redo it. `sent`: the request of the change, which
   * may still be pending; false if it had no effect.
   */
  run: (sent: Promise<unknown>) => Run
}

interface Run {
  inverse: UndoStep
  /** Whether anything was undone; rejected if the request failed. */
  answered: Promise<boolean>
}

interface Entry {
  step: UndoStep
  sent: Promise<unknown>
}

export type Direction = 'undo' | 'redo'

const MAX_STEPS = 100
const stacks: Record<Direction, Entry[]> = { undo: [], redo: [] }

function push(direction: Direction, entry: Entry) {
  stacks[direction] = [...stacks[direction], entry].slice(-MAX_STEPS)
}

function drop(entry: Entry) {
  stacks.undo = stacks.undo.filter((one) => one !== entry)
  stacks.redo = stacks.redo.filter((one) => one !== entry)
}

/**
 * Records how to undo a change. Returns a function that removes the record, for a refused change.
 */
export function recordUndo(step: UndoStep, sent: Promise<unknown>): () => void {
  const entry = { step, sent }
  push('undo', entry)
  stacks.redo = []
  return () => drop(entry)
}

function run(direction: Direction, entry: Entry) {
  drop(entry)
  const { inverse, answered } = entry.step.run(entry.sent)
  const next: Entry = { step: inverse, sent: answered }
  push(direction === 'undo' ? 'redo' : 'undo', next)
  answered.then(
    (isDone) => isDone || drop(next),
    () => {
      // It can be tried again.
      drop(next)
      push(direction, entry)
    },
  )
}

/** Undoes or redoes the last change in a workspace. Returns whether there was one. */
export function stepBack(direction: Direction, slug: string): boolean {
  const entry = stacks[direction].findLast(({ step }) => step.slug === slug)
  if (entry) run(direction, entry)
  return entry !== undefined
}

/** Undoes one change, from its message. */
export function undoChangeOf(of: object) {
  const entry = stacks.undo.findLast(({ step }) => step.of === of)
  if (entry) run('undo', entry)
}
