import { formatDuration, parseDuration, type WorkLog } from '@cairn/contract'
import { type KeyboardEvent, useRef, useState } from 'react'
import { classNames } from '#ui/theme/class-names.ts'

export type Problem = 'not_a_duration' | 'several'

interface DurationCellProps {
  label: string
  logs: readonly WorkLog[]
  /** Its message is shown below the table. */
  problemId: string
  onProblem: (problem: Problem | undefined) => void
  /** The new sum of the day. */
  onSave: (minutes: number) => void
}

/** Where the arrow keys lead, by the position of the cell in its table. */
function neighbor(input: HTMLInputElement, key: string): HTMLInputElement | null | undefined {
  const cell = input.closest('td')
  const row = input.closest('tr')
  const rows = [...(row?.closest('table')?.querySelectorAll<HTMLElement>('tr:has(input)') ?? [])]
  const inputsOf = (one: Element | null | undefined) =>
    [...(one?.querySelectorAll('input') ?? [])] as HTMLInputElement[]
  const column = inputsOf(row).indexOf(input)
  const at = rows.indexOf(row as HTMLElement)
  if (key === 'ArrowUp') return inputsOf(rows[at - 1])[column]
  if (key === 'ArrowDown' || key === 'Enter') return inputsOf(rows[at + 1])[column]
  const beside = key === 'ArrowLeft' ? cell?.previousElementSibling : cell?.nextElementSibling
  return beside?.querySelector('input')
}

/** At the edge of the text the arrows leave the cell. */
function isAtEdge(input: HTMLInputElement, key: string) {
  if (key === 'ArrowLeft') return input.selectionEnd === 0 || isAllSelected(input)
  if (key === 'ArrowRight')
    return input.selectionStart === input.value.length || isAllSelected(input)
  return true
}

const isAllSelected = ({ selectionStart, selectionEnd, value }: HTMLInputElement) =>
  selectionStart === 0 && selectionEnd === value.length

const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Enter']

/** The time of one item on one day, changed in place. */
export function DurationCell({ label, logs, problemId, onProblem, onSave }: DurationCellProps) {
  const [typed, setTyped] = useState<string>()
  const [isRefused, setRefused] = useState(false)
  const isReverting = useRef(false)
  const spent = logs.reduce((sum, { duration }) => sum + duration, 0)
  const shown = spent > 0 ? formatDuration(spent) : ''

  function revert() {
    setTyped(undefined)
    setRefused(false)
    onProblem(undefined)
  }

  function refuse(problem: Problem) {
    setRefused(true)
    onProblem(problem)
  }

  function commit() {
    if (isReverting.current || typed === undefined || typed.trim() === shown) return revert()
    const minutes = typed.trim() === '' ? 0 : parseDuration(typed)
    if (minutes === undefined) return refuse('not_a_duration')
    // More is one more entry; which ones to shorten is to be decided one by one.
    if (logs.length > 1 && minutes < spent) return refuse('several')
    if (minutes !== spent) onSave(minutes)
    revert()
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const input = event.currentTarget
    if (event.key === 'Escape') {
      isReverting.current = true
      revert()
      queueMicrotask(() => {
        isReverting.current = false
        input.select()
      })
    }
    if (!keys.includes(event.key) || !isAtEdge(input, event.key)) return
    event.preventDefault()
    const next = neighbor(input, event.key)
    if (next) next.focus()
    else if (event.key === 'Enter') commit()
  }

  return (
    <input
      aria-label={label}
      aria-invalid={isRefused || undefined}
      aria-describedby={isRefused ? problemId : undefined}
      autoComplete="off"
      value={typed ?? shown}
      onChange={(event) => {
        setTyped(event.target.value)
        setRefused(false)
      }}
      onFocus={(event) => event.target.select()}
      onBlur={commit}
      onKeyDown={handleKeyDown}
      className={classNames(
        'focus-inset size-full bg-transparent px-3 text-right tabular-nums hover:bg-hover focus:bg-surface',
        isRefused && 'text-danger-ink outline-2 -outline-offset-2 outline-danger',
      )}
    />
  )
}
