import { access, chmod, constants, mkdir, realpath, stat } from 'node:fs/promises'
import { EmbeddedStartError } from './start-error.ts'

/** Creates the data folder if it is missing and returns its real path. */
export async function openDataFolder(dataDir: string): Promise<string> {
  const created = await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // As root, the database's user has to traverse it; listing stays forbidden.
  if (created && process.getuid?.() === 0) await chmod(dataDir, 0o711)

  const folder = await realpath(dataDir)
  if (!(await stat(folder)).isDirectory()) {
    throw new EmbeddedStartError(`The data folder ${folder} is a file, not a folder.`)
  }
  await access(folder, constants.W_OK | constants.X_OK)
  return folder
}
