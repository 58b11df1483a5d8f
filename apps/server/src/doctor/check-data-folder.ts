import { mkdtemp, readdir, realpath, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { findingsOf, reasonOf } from './finding.ts'

const { ok, problem } = findingsOf('data folder')

/** The folder itself, or the closest one above it that exists. */
export async function existingFolder(folder: string): Promise<string> {
  const found = await realpath(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return found ?? existingFolder(path.dirname(folder))
}

/** Writes as this user: permissions alone do not show a read-only file system. */
export async function checkDataFolder(dataDir: string) {
  try {
    const existing = await existingFolder(dataDir)
    if (!(await stat(existing)).isDirectory()) {
      return problem(`${existing} is a file, not a folder. Set DATA_DIR to a folder.`)
    }
    await rmdir(await mkdtemp(path.join(existing, 'cairn-doctor-')))
    if (existing !== (await realpath(dataDir).catch(() => ''))) {
      return ok(`${dataDir} is created at the first start.`)
    }
    const foreign = await foreignEntry(dataDir)
    return foreign ? problem(belongs(foreign)) : ok(`${dataDir} is writable.`)
  } catch (error) {
    const whose = await foreignOwner(dataDir)
    return problem(
      whose === undefined
        ? `${dataDir} cannot be written (${reasonOf(error)}). Set DATA_DIR to a folder that this user may write.`
        : belongs({ name: dataDir, uid: whose }),
    )
  }
}

/** The owner of the folder if it is not this user, who is not root. */
async function foreignOwner(name: string): Promise<number | undefined> {
  const me = process.getuid?.()
  const uid = (await stat(name).catch(() => undefined))?.uid
  return me === 0 || uid === me ? undefined : uid
}

/**
 * Once started by another user, such as root, the files are not ours. The folder itself may be
 * another's, like the mounted volume of a container, and a new file system has a `lost+found`.
 */
async function foreignEntry(dataDir: string) {
  for (const name of await readdir(dataDir)) {
    if (name === 'lost+found') continue
    const entry = path.join(dataDir, name)
    const uid = await foreignOwner(entry)
    if (uid !== undefined) return { name: entry, uid }
  }
  return undefined
}

const belongs = ({ name, uid }: { name: string; uid: number }) =>
  `${name} belongs to ${uid === 0 ? 'root' : `user ${uid}`}. Give it to this user (chown -R ${process.getuid?.()} ${name}), or start Cairn as its owner.`
