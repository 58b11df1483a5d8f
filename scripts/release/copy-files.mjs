import { chmodSync, copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const license = /^(licen[cs]e|copying|notice)/i

/** Of packages: what only developers and compilers read. Folders named "doc" may hold code. */
const unneededFolder =
  /^(node_modules|tests?|__tests__|examples?|benchmarks?|coverage|docs|include|pkgconfig|pgxs|\.github)$/
const unneededFile =
  /\.(map|ts|mts|cts|tsx|flow|md|markdown|a)$|^(readme|changelog|history|tsconfig|\.).*$/i

const isNeeded = ({ name, isFolder }) =>
  isFolder ? !unneededFolder.test(name) : license.test(name) || !unneededFile.test(name)

/** The runtime files of a package. Its own node_modules are packages with paths of their own. */
export const copyPackage = (from, to) => copyFiles(from, to, isNeeded)

/** Regular files only, with the same rights on every machine. */
export function copyFiles(from, to, wants = () => true) {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const { name } = entry
    const isFolder = entry.isDirectory()
    if (!wants({ name, isFolder })) continue
    if (isFolder) copyFiles(join(from, name), join(to, name), wants)
    else if (entry.isFile()) copyFile(join(from, name), join(to, name))
  }
}

/** A copy, never a link: packages may be shared between checkouts. */
export function copyFile(from, to) {
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 })
  copyFileSync(from, to)
  chmodSync(to, statSync(from).mode & 0o111 ? 0o755 : 0o644)
}
