import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { releaseNotesApi as api } from '@cairn/contract'
import { root } from '#config'
import type { Feature } from '#kernel/http/app-type.ts'
import { releasesIn } from './change-log.ts'

const changeLog = path.join(root, 'CHANGELOG.md')
const MAX = 5

/** Read once: it only changes with a new version. If the file is missing, the list is empty. */
export const releaseNotes: Feature = async (app) => {
  const notes = releasesIn(await readFile(changeLog, 'utf8').catch(() => '')).slice(0, MAX)
  app.route({ ...api.list, handler: async () => notes })
}
