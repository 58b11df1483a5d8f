import { htmlToMarkdown, readHtml } from '@cairn/editor'

export const pageFormats = ['A4', 'A3', 'A2', 'LETTER', 'LEGAL', 'TABLOID'] as const
export type PageFormat = (typeof pageFormats)[number]

export const withoutPictures = (html: string) =>
  html.replace(/<image-component\b[^>]*>(?:<\/image-component>)?|<img\b[^>]*>/g, '')

/** "Launch plan 2" is `launch-plan-2`. */
export const fileNameOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

export const toMarkdown = (title: string, html: string) => `# ${title}\n\n${htmlToMarkdown(html)}\n`

/** Always as a PNG: the PDF library supports only PNG and JPEG. */
async function readPicture(src: string): Promise<string> {
  const image = new Image()
  image.src = src
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return canvas.toDataURL('image/png')
}

/** Pictures that cannot be read are left out. */
export async function readPictures(html: string): Promise<ReadonlyMap<string, string>> {
  const sources = new Set<string>()
  const look = (pieces: ReturnType<typeof readHtml>) => {
    for (const piece of pieces) {
      if (typeof piece === 'string') continue
      const { tag, attributes, children } = piece
      if ((tag === 'img' || tag === 'image-component') && attributes.src) {
        sources.add(attributes.src)
      }
      look(children)
    }
  }
  look(readHtml(html))
  const read = [...sources].map(async (src) => {
    const picture = await readPicture(src).catch(() => undefined)
    return picture ? [[src, picture] as const] : []
  })
  return new Map((await Promise.all(read)).flat())
}
