/** The last group header at or above this row: the sticky one. -1 if there is none. */
export function stickyAt(sticky: readonly number[], firstVisible: number): number {
  return sticky.findLast((index) => index <= firstVisible) ?? -1
}

/** The row a key moves to, skipping group headers; undefined for other keys. */
export function nextFocus(
  key: string,
  at: number,
  count: number,
  sticky: readonly number[],
): number | undefined {
  const step = key === 'ArrowDown' || key === 'j' || key === 'Home' ? 1 : -1
  const start = key === 'Home' ? -1 : key === 'End' ? count : at
  if (!['ArrowDown', 'ArrowUp', 'j', 'k', 'Home', 'End'].includes(key)) return undefined
  for (let index = start + step; index >= 0 && index < count; index += step) {
    if (!sticky.includes(index)) return index
  }
  return undefined
}
