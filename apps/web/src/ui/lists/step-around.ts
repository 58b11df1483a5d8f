/** The next or previous entry, wrapping around; without a current one, the first or last. */
export function stepAround(
  ids: readonly string[],
  from: string | undefined,
  step: 1 | -1,
): string | undefined {
  const at = from === undefined ? -1 : ids.indexOf(from)
  return at < 0 ? ids.at(step > 0 ? 0 : -1) : ids[(at + step + ids.length) % ids.length]
}
