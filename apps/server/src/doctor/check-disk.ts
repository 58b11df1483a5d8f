import { statfs } from 'node:fs/promises'
import { readableSize } from '../command.ts'
import { existingFolder } from './check-data-folder.ts'
import { findingsOf, reasonOf } from './finding.ts'

const { ok, warning, problem } = findingsOf('disk')

export interface DiskLimits {
  problemBelow: number
  warningBelow: number
}

export const diskLimits: DiskLimits = { problemBelow: 200e6, warningBelow: 1e9 }

export async function checkDisk(
  dataDir: string,
  { problemBelow, warningBelow }: DiskLimits = diskLimits,
) {
  try {
    const { bavail, bsize } = await statfs(await existingFolder(dataDir))
    const free = `${readableSize(bavail * bsize)} are free for ${dataDir}`
    if (bavail * bsize < problemBelow) {
      return problem(
        `${free}. Free at least ${readableSize(problemBelow)}, or move the folder to a larger disk and set DATA_DIR.`,
      )
    }
    if (bavail * bsize < warningBelow) {
      return warning(`${free}. Free at least ${readableSize(warningBelow)} soon.`)
    }
    return ok(`${free}.`)
  } catch (error) {
    return problem(`The free space for ${dataDir} is unknown (${reasonOf(error)}). Check DATA_DIR.`)
  }
}
