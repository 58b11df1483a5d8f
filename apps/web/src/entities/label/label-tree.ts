import { type Label, labelSortOrder } from '@cairn/contract'

export interface LabelBranch {
  label: Label
  children: Label[]
}

export interface LabelPosition {
  parent: string | null
  /** Omitted for the first label in a group: it keeps its order. */
  sort_order?: number
}

/** One level of groups. Labels nested deeper, or below a deleted label, are top-level. */
export function toTree(labels: readonly Label[]): LabelBranch[] {
  const roots = new Set(labels.filter(({ parent }) => !parent).map(({ id }) => id))
  const isRoot = ({ parent }: Label) => !parent || !roots.has(parent)
  return labels.filter(isRoot).map((label) => ({
    label,
    children: labels.filter(({ parent }) => parent === label.id),
  }))
}

const parentIn = (tree: readonly LabelBranch[], id: string): string | null =>
  tree.find(({ children }) => children.some((child) => child.id === id))?.label.id ?? null

const isGroup = (tree: readonly LabelBranch[], id: string) =>
  tree.some(({ label, children }) => label.id === id && children.length > 0)

const listUnder = (tree: readonly LabelBranch[], parent: string | null): Label[] =>
  parent === null
    ? tree.map(({ label }) => label)
    : (tree.find(({ label }) => label.id === parent)?.children ?? [])

/** A group cannot be put into a group, nor anything into a label that is in one. */
export function mayMoveTo(
  tree: readonly LabelBranch[],
  moved: string,
  target: string,
  place: 'before' | 'after' | 'inside',
): boolean {
  if (moved === target) return false
  const parent = parentIn(tree, target)
  if (place === 'inside') return parent === null && !isGroup(tree, moved)
  return parent === null || !isGroup(tree, moved)
}

/** The new position of a label dropped above, below or into another. */
export function placeLabel(
  tree: readonly LabelBranch[],
  moved: string,
  target: string,
  place: 'before' | 'after' | 'inside',
): LabelPosition | undefined {
  if (!mayMoveTo(tree, moved, target, place)) return undefined
  if (place === 'inside') {
    const last = listUnder(tree, target)
      .filter(({ id }) => id !== moved)
      .at(-1)
    if (!last) return { parent: target }
    return { parent: target, sort_order: labelSortOrder(last.sort_order, undefined) }
  }
  const parent = parentIn(tree, target)
  const peers = listUnder(tree, parent).filter(({ id }) => id !== moved)
  const at = peers.findIndex(({ id }) => id === target) + (place === 'after' ? 1 : 0)
  return {
    parent,
    sort_order: labelSortOrder(peers[at - 1]?.sort_order, peers[at]?.sort_order),
  }
}

export type LabelStep = 'up' | 'down' | 'in' | 'out'

/** The target of a keyboard step: the other label, and the position at it. */
function aimOf(tree: readonly LabelBranch[], moved: string, step: LabelStep) {
  const parent = parentIn(tree, moved)
  const peers = listUnder(tree, parent)
  const at = peers.findIndex(({ id }) => id === moved)
  switch (step) {
    case 'up':
      return { target: peers[at - 1]?.id, place: 'before' } as const
    case 'down':
      return { target: peers[at + 1]?.id, place: 'after' } as const
    case 'in':
      return { target: parent === null ? peers[at - 1]?.id : undefined, place: 'inside' } as const
    case 'out':
      return { target: parent ?? undefined, place: 'after' } as const
  }
}

export function placeLabelByStep(tree: readonly LabelBranch[], moved: string, step: LabelStep) {
  const { target, place } = aimOf(tree, moved, step)
  return target === undefined ? undefined : placeLabel(tree, moved, target, place)
}

const steps: readonly LabelStep[] = ['up', 'down', 'in', 'out']

/** The possible steps. */
export const stepsOf = (tree: readonly LabelBranch[], id: string): LabelStep[] =>
  steps.filter((step) => placeLabelByStep(tree, id, step) !== undefined)
