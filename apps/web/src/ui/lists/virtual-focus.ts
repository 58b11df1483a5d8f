/** The last group header at or above this row: the one that sticks. -1 without any. */
export function stickyAt(sticky: readonly number[], firstVisible: number): number {
  return sticky.findLast((index) => index <= firstVisible) ?? -1
}

/** Which row a key moves to, skipping group headers; undefined for keys that do not move. */
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
