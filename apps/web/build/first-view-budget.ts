import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * Bytes of code and style, as sent, that an empty browser loads before its first screen. A hundred
 * of them depend on the hashes in file names, which compress differently after every change.
 */
const BUDGET = 131_700

/** Fails a build whose first view has grown: code it does not show belongs in another chunk. */
export function firstViewBudget(): Plugin {
  let folder = ''
  return {
    name: 'first-view-budget',
    apply: 'build',
    configResolved({ root, build }) {
      folder = path.resolve(root, build.outDir)
    },
    closeBundle: {
      // After the files are compressed.
      order: 'post',
      sequential: true,
      async handler(error) {
        if (error) return
        const page = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => '')
        const files = page.matchAll(/(?:src|href)="\/(assets\/[\w.-]+\.(?:js|css))"/g)
        const sizes = await Promise.all(
          Array.from(files, ([, file = '']) => packedSize(path.join(folder, file))),
        )
        const total = sizes.reduce((sum, size) => sum + size, 0)
        if (total > BUDGET) {
          throw new Error(
            `The first view has ${total} bytes of code and style, and may have ${BUDGET}.`,
          )
        }
      },
    },
  }
}

const packedSize = async (file: string) => (await stat(`${file}.br`).catch(() => stat(file))).size
