import { groupedNumber } from './number.ts'

const KILOBYTE = 1024
const MEGABYTE = KILOBYTE * KILOBYTE
export const GIGABYTE = KILOBYTE * MEGABYTE

/** "38 KB", "4 MB", "1.5 GB". */
export function sizeText(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.ceil(bytes / KILOBYTE)} KB`
  if (bytes < GIGABYTE) return `${Math.round(bytes / MEGABYTE)} MB`
  return `${groupedNumber(Math.round((bytes / GIGABYTE) * 10) / 10)} GB`
}
