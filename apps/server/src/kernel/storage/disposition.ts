// Browsers only render these. Other types might run scripts.
const rasterImages = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

export const isShown = (type: string) => rasterImages.has(type)

const mediaType = /^[a-z0-9][a-z0-9.+-]*\/[a-z0-9][a-z0-9.+-]*$/

/**
 * Control characters and those that change text direction: `gpj.exe` must not look like an image.
 */
const hidden = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** The name of a file as it is shown, stored and sent. */
export const plainFileName = (name: string): string => name.replace(hidden, '').trim()

function fileNames(given: string): string {
  const name = plainFileName(given)
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (char) => {
    return `%${char.charCodeAt(0).toString(16).toUpperCase()}`
  })
  return `; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** The headers of a stored file: anything but an image is downloaded, never opened here. */
export function dispositionFor(
  type: string,
  { name, attachment = false }: { name?: string; attachment?: boolean } = {},
): Record<string, string> {
  const inline = isShown(type) && !attachment
  return {
    'content-type': mediaType.test(type) ? type : 'application/octet-stream',
    'content-disposition': `${inline ? 'inline' : 'attachment'}${name ? fileNames(name) : ''}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  }
}
