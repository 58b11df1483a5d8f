import { lookup } from '@cairn/contract'
import type { KeyboardEvent } from 'react'
import { setBranchOpen } from './open-branches.ts'

const rowOf = (element: Element) => element.closest<HTMLElement>('[data-branch]')

/** Left and right expand and collapse a row, then go to its parent or its first child. */
export function handleFolding(event: KeyboardEvent<HTMLElement>): boolean {
  const row = rowOf(event.target as Element)
  const isRight = event.key === 'ArrowRight'
  const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
  if (!row || isModified || (!isRight && event.key !== 'ArrowLeft')) return false
  if (!(event.target as Element).matches('[data-row]')) return false
  event.preventDefault()
  const { branch: id = '', open, level = '' } = row.dataset
  const isOpen = open === 'true'
  if (isRight && open === 'false') setBranchOpen(id, true)
  else if (!isRight && isOpen) setBranchOpen(id, false)
  else {
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-branch]')]
    const at = rows.indexOf(row)
    const next = isRight
      ? isOpen && rows[at + 1]
      : rows.slice(0, at).findLast((one) => Number(one.dataset.level) < Number(level))
    if (next) next.querySelector<HTMLElement>('[data-row]')?.focus()
  }
  return true
}

const jumps: Partial<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** The arrow keys of a tree whose rows have `data-branch`, and a link with `data-row`. */
export function handleTreeKeys(event: KeyboardEvent<HTMLElement>) {
  if (handleFolding(event)) return
  const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = links.indexOf(event.target as HTMLElement)
  const next = isModified || at < 0 ? undefined : lookup(jumps, event.key)
  if (!next) return
  event.preventDefault()
  links[next(at, links.length)]?.focus()
}
