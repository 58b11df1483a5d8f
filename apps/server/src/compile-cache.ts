import module from 'node:module'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../../../node_modules/.cache/cairn')

/** Where the folder cannot be written, nothing is cached and everything works. */
export const cacheCompiledCode = () => module.enableCompileCache(folder)
