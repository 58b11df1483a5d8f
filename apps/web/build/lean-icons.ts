import path from 'node:path'
import type { Plugin } from 'vite'

const icon = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/
const drawer = path.resolve(import.meta.dirname, '../src/ui/icons/drawn.ts')

/**
 * Only the strokes of a library icon are needed; names, keys and its component are half of its size
 * and most of the rendering work. So our component draws them.
 */
export function leanIcon(code: string): string {
  const drawn = code.replace(
    "import createLucideIcon from '../createLucideIcon.mjs'",
    `import { drawn as createLucideIcon } from ${JSON.stringify(drawer)}`,
  )
  if (drawn === code) throw new Error('An icon is made in another way.')
  return drawn
    .replace(/name: "[^"]*",\s*size: 24,/, '')
    .replace(/,\s*aliases: \[[^\]]*\]/, '')
    .replaceAll(/,\s*key: "[^"]*"/g, '')
    .replace('__iconData.node;', '')
}

export function leanIcons(): Plugin {
  return {
    name: 'lean-icons',
    apply: 'build',
    // Aliases of other icons draw nothing.
    transform: (code, id) =>
      icon.test(id) && code.includes('createLucideIcon')
        ? { code: leanIcon(code), map: null }
        : null,
  }
}
