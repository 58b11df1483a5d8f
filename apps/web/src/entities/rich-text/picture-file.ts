import { imageTypes, mostBytes } from '#entities/file/image-file.ts'

/** What a document takes; animated ones too. */
export const pictureTypes = [...imageTypes, 'image/gif']

export type PictureProblem = 'wrong_picture' | 'picture_too_large'

/** Why this file cannot stand in a document, or undefined. */
export function problemOfPicture(
  { type, size }: Pick<File, 'type' | 'size'>,
  instanceLimit: number | undefined,
): PictureProblem | undefined {
  if (!pictureTypes.includes(type) || size === 0) return 'wrong_picture'
  return size > mostBytes(instanceLimit) ? 'picture_too_large' : undefined
}

const asset = /^(\/api\/assets\/v2\/workspaces\/[\w-]+\/(?:projects\/[\w-]+\/)?)([\w-]+\/)$/

/** Where the same picture comes with its name, to be kept; one from elsewhere only opens. */
export const downloadAddress = (src: string) => src.replace(asset, '$1download/$2')
