import type { KeyboardEvent } from 'react'

/** Arrow keys between the `[data-cell]` buttons of a grid, by their position on screen. */
export function moveInGrid(event: KeyboardEvent<HTMLElement>) {
  if (!event.key.startsWith('Arrow')) return
  const cells = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-cell]')]
  const at = cells.indexOf(document.activeElement as HTMLElement)
  const current = cells[at]
  if (!current) return
  event.preventDefault()
  event.stopPropagation()
  if (event.key === 'ArrowRight') return cells[at + 1]?.focus()
  if (event.key === 'ArrowLeft') return cells[at - 1]?.focus()
  const down = event.key === 'ArrowDown'
  const rest = down ? cells.slice(at + 1) : cells.slice(0, at).reverse()
  const nextRow = rest.find((cell) => cell.offsetTop !== current.offsetTop)
  if (!nextRow) return
  const row = rest.filter((cell) => cell.offsetTop === nextRow.offsetTop)
  const nearest = row.reduce((best, cell) =>
    Math.abs(cell.offsetLeft - current.offsetLeft) < Math.abs(best.offsetLeft - current.offsetLeft)
      ? cell
      : best,
  )
  nearest.focus()
}

/** From the search field, down moves into the grid and Enter picks its first cell. */
export function enterGrid(event: KeyboardEvent<HTMLElement>, grid: HTMLElement | null) {
  const first = grid?.querySelector<HTMLElement>('[data-cell]')
  if (!first) return
  if (event.key === 'ArrowDown') first.focus()
  else if (event.key === 'Enter') first.click()
  else return
  event.preventDefault()
}
