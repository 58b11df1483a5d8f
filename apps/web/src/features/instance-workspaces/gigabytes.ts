import { GIGABYTE } from '#ui/platform/size-text.ts'

/** Bytes, or undefined if invalid; empty: 0. */
export function readGigabytes(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.')
  if (!/^\d{0,6}(?:\.\d{1,3})?$/.test(text)) return undefined
  return Math.round(Number(text) * GIGABYTE)
}

/** As it is typed: "1.5"; empty for 0. */
export const gigabytesText = (bytes: number): string =>
  bytes > 0 ? String(Math.round((bytes / GIGABYTE) * 1000) / 1000) : ''
