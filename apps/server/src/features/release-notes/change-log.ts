import { createHash } from 'node:crypto'
import type { ReleaseNote } from '@cairn/contract'

/** `## 0.2.0 (2027-01-31): What it is about`; the title is optional. */
const heading = /^## (?<version>\d\S*) \((?<day>\d{4}-\d{2}-\d{2})\)(?:: (?<title>.+))?$/

/** The same release has the same id on every node and after every start. */
function idOf(version: string): string {
  const hash = createHash('sha256').update(`release ${version}`).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const isCandidate = (version: string) => version.includes('-')

/** The releases of a change log, newest first; unreleased sections are left out. */
export function releasesIn(changeLog: string): ReleaseNote[] {
  const notes = changeLog.split(/^(?=## )/m).flatMap((section): ReleaseNote[] => {
    const [first = '', ...lines] = section.split('\n')
    const { version, day, title } = heading.exec(first.trimEnd())?.groups ?? {}
    if (!version || !day || isCandidate(version)) return []
    return [
      {
        id: idOf(version),
        tag_name: version,
        name: title ?? version,
        body: lines.join('\n').trim(),
        published_at: `${day}T00:00:00Z`,
        html_url: '',
      },
    ]
  })
  return notes.sort((one, other) => other.published_at.localeCompare(one.published_at))
}
