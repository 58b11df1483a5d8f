import { revertsApi, type WorkItem, workItemsApi } from '@cairn/contract'
import { ApiError, call } from '#data/api.ts'
import { t } from '#data/i18n.ts'
import { queryClient } from '#data/query-client.ts'
import type { Direction, UndoStep } from '#data/undo-stack.ts'
import { counted } from '#ui/platform/number.ts'
import { keyIn, sayDone, sayNot, sayNotDone } from './undo-messages.ts'
import { fieldsOf } from './undo-values.ts'
import { listsIn } from './use-work-item-list.ts'

interface Move {
  /** The item in its former project. */
  before: WorkItem
  /** The item in the new project. */
  after: WorkItem
}

export const movesOf = (before: readonly WorkItem[], after: readonly WorkItem[]): Move[] =>
  before.flatMap((item) => {
    const moved = after.find(({ id }) => id === item.id)
    return moved ? [{ before: item, after: moved }] : []
  })

/** Undoes a move to another project: restores the old keys and all that the move dropped. */
export const undoOfMove = (slug: string, moves: readonly Move[], of: object) =>
  stepOf(slug, [...moves], 'undo', of)

function stepOf(slug: string, moves: Move[], direction: Direction, of?: object): UndoStep {
  return {
    slug,
    ...(of && { of }),
    run: (sent) => {
      const back = moves.map((move): Move => ({ before: move.after, after: move.before }))
      const answered = sent.then(
        (answer) => answer !== false && goBack(slug, moves, back, direction),
      )
      return { inverse: stepOf(slug, back, direction === 'undo' ? 'redo' : 'undo'), answered }
    },
  }
}

/** The first item that was changed since it was moved. */
async function findTouched(slug: string, moves: readonly Move[]): Promise<Move | undefined> {
  const now = await Promise.all(
    moves.map(({ after: { id, project_id } }) =>
      call(workItemsApi.get, { params: { slug, project_id, id }, query: {} }),
    ),
  )
  return moves.find(({ after }, index) => now[index]?.updated_at !== after.updated_at)
}

async function goBack(slug: string, moves: Move[], back: Move[], direction: Direction) {
  const [first] = moves
  if (!first) return false
  const from = first.after.project_id
  const to = first.before.project_id
  try {
    const touched = await findTouched(slug, moves)
    if (touched) {
      sayNot(direction, t('undo.touched', { item: keyIn(slug, touched.after) }))
      return false
    }
    const issue_ids = moves.map(({ after }) => after.id)
    const moved = await call(workItemsApi.bulkMove, {
      params: { slug, project_id: from },
      body: { issue_ids, project_id: to },
    })
    const stand = await putBack(slug, moved, moves)
    for (const one of back) one.after = stand.find(({ id }) => id === one.after.id) ?? one.after
    void queryClient.invalidateQueries({ queryKey: listsIn(slug) })
    void queryClient.invalidateQueries({ queryKey: ['work-item', slug] })
    const item =
      back.length === 1 && back[0]
        ? keyIn(slug, back[0].after)
        : t('undo.items', counted(back.length))
    sayDone(slug, direction, t('undo.move_of', { item }))
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      sayNot(direction, t('undo.gone', { item: keyIn(slug, first.after) }))
      return false
    }
    sayNotDone(direction, error)
    throw error
  }
}

/**
 * Restores what the move dropped: state, labels, assignees, cycle, modules, estimate and parent.
 */
async function putBack(
  slug: string,
  moved: readonly WorkItem[],
  moves: readonly Move[],
): Promise<readonly WorkItem[]> {
  const changes = moves.flatMap(({ before: wanted }) => {
    const item = moved.find(({ id }) => id === wanted.id)
    const change = item && fieldsOf(item, wanted)
    return change ? [{ id: wanted.id, expected: change.before, values: change.after }] : []
  })
  const project_id = moved[0]?.project_id
  if (changes.length === 0 || !project_id) return moved
  const params = { slug, project_id }
  await call(revertsApi.revert, { params, body: { changes } })
  return Promise.all(
    moved.map(({ id }) => call(workItemsApi.get, { params: { ...params, id }, query: {} })),
  )
}
