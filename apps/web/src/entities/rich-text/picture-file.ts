import { imageTypes, mostBytes } from '#entities/file/image-file.ts'

/** Types a document accepts, including animated ones. */
export const pictureTypes = [...imageTypes, 'image/gif']

export type PictureProblem = 'wrong_picture' | 'picture_too_large'

/** Why this file cannot be used in a document, or undefined. */
export function problemOfPicture(
  { type, size }: Pick<File, 'type' | 'size'>,
  instanceLimit: number | undefined,
): PictureProblem | undefined {
  if (!pictureTypes.includes(type) || size === 0) return 'wrong_picture'
  return size > mostBytes(instanceLimit) ? 'picture_too_large' : undefined
}

const asset = /^(\/api\/assets\/v2\/workspaces\/[\w-]+\/(?:projects\/[\w-]+\/)?)([\w-]+\/)$/

/** URL that downloads the picture under its name; an external picture only opens. */
export const downloadAddress = (src: string) => src.replace(asset, '$1download/$2')
