export const imageTypes = ['image/jpeg', 'image/jpg', 'image/png', 'image/webp']

const MAX_MEGABYTES = 5
const MEGABYTE = 1024 * 1024

/** Size limit of a picture: 5 MB, or less if the instance's limit is lower. */
export const mostBytes = (instanceLimit: number | undefined) =>
  Math.min(instanceLimit ?? Number.POSITIVE_INFINITY, MAX_MEGABYTES * MEGABYTE)

export const inMegabytes = (bytes: number) => Number((bytes / MEGABYTE).toFixed(1))

export type ImageProblem = 'too_large' | 'wrong_format'

/** Why this file is not accepted as a picture, or undefined. */
export function problemOfImage(
  { type, size }: Pick<File, 'type' | 'size'>,
  most: number,
): ImageProblem | undefined {
  if (!imageTypes.includes(type) || size === 0) return 'wrong_format'
  return size > most ? 'too_large' : undefined
}
