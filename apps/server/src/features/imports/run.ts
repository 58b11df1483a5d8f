import { buffer } from 'node:stream/consumers'
import { MEMBER } from '@cairn/contract'
import { addLabels } from '#features/labels/service.ts'
import { addMany } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { projectMemberNow } from '#kernel/auth/standing.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { isDatabaseAway } from '#kernel/http/errors.ts'
import type { Storage } from '#kernel/storage/storage.ts'
import { readCatalog } from './catalog-queries.ts'
import { emitImport } from './emit.ts'
import { fingerprintsOf } from './fingerprints.ts'
import { type GoodRow, parentsIn, prepare } from './prepare.ts'
import {
  type ClaimedRun,
  claimRun,
  deleteImport,
  failImport,
  forgetFile,
  insertItems,
  listOldFiles,
  lockImports,
  takeRun,
  updateImport,
} from './queries.ts'
import { FileNotValid, readTable } from './read-csv.ts'

/** Limits how often an import that crashes the server is retried. */
const MAX_ATTEMPTS = 3
// Limits a run, so that a node that shuts down need not process the whole queue first.
const MAX_PER_RUN = 20

/** Why an import cannot run, for the user who requested it. */
class CannotRun extends Error {}

const reasonOf = (error: unknown) =>
  error instanceof CannotRun || error instanceof FileNotValid
    ? error.message
    : 'Something went wrong on the server. Nothing was imported; try again, or tell its operator.'

async function openTable(storage: Storage, file_key: string | null) {
  const stored = file_key && (await storage.get(file_key))
  if (!stored) throw new CannotRun('The file is no longer kept. Upload it again.')
  return readTable(await buffer(stored.stream))
}

/** Creates the new labels; returns their ids by name. */
async function labelsFor(tx: Tx, member: ProjectMember, names: readonly string[]) {
  if (names.length === 0) return new Map<string, string>()
  const description = 'Created by an import'
  const made = await addLabels(
    tx,
    member,
    names.map((name) => ({ name, description })),
  )
  return new Map(made.map(({ name, id }) => [name, id]))
}

function toItem({ labels, fingerprint, ...row }: GoodRow, made: ReadonlyMap<string, string>) {
  const label_ids = labels.flatMap(({ id, name }) => id ?? made.get(name) ?? [])
  return { ...row, id: crypto.randomUUID(), label_ids, fingerprint }
}

/** The person who requested it, if they still have access; locked until the end of a transaction. */
async function findImporter(db: Db, claim: ClaimedRun, how?: { lock: boolean }) {
  const member = await projectMemberNow(db, claim, how)
  if (!member || member.project_role < MEMBER) {
    throw new CannotRun('The person who started this import can no longer add to this project.')
  }
  return member
}

/** Runs the whole import or nothing: the queue row is deleted in the same transaction. */
async function run(db: Db, storage: Storage, claim: ClaimedRun, member: ProjectMember) {
  const { import_id, settings } = claim
  const table = await openTable(storage, claim.file_key)
  const fingerprints = fingerprintsOf(table.rows)
  const parents = parentsIn(table, settings)
  await db.transaction().execute(async (tx) => {
    await findImporter(tx, claim, { lock: true })
    await lockImports(tx, member)
    const catalog = await readCatalog(tx, member, { parents, fingerprints })
    const { good, report } = await prepare(table, fingerprints, settings, catalog)
    // Reading is done: from the first write on, all live events wait for this transaction.
    if (!(await takeRun(tx, import_id))) return
    const made = await labelsFor(tx, member, report.new_labels)
    const items = good.map((row) => toItem(row, made))
    await addMany(tx, member, items)
    await insertItems(tx, member, import_id, items)
    await updateImport(tx, member, import_id, {
      status: 'completed',
      created_count: items.length,
      repeated_count: report.repeated_count,
      problem_count: report.problem_count,
      problems: JSON.stringify(report.problems),
      label_ids: [...made.values()],
    })
    await emitImport(tx, member, import_id)
  })
}

const fail = (
  db: Db,
  { import_id }: ClaimedRun,
  member: ProjectMember | undefined,
  reason: string,
) =>
  db.transaction().execute(async (tx) => {
    if (!(await takeRun(tx, import_id))) return
    await failImport(tx, import_id, reason)
    if (member) await emitImport(tx, member, import_id)
  })

interface Report {
  error(details: object, message: string): void
}

/** The job: runs queued imports. It can run on every node at any time. */
export async function runImports(db: Db, storage: Storage, log?: Report): Promise<void> {
  for (let count = 0; count < MAX_PER_RUN; count++) {
    const claim = await claimRun(db)
    if (!claim) break
    const member = await projectMemberNow(db, claim)
    try {
      if (claim.attempts > MAX_ATTEMPTS) throw new Error('the server stopped over it every time')
      await run(db, storage, claim, await findImporter(db, claim))
    } catch (error) {
      // It is retried on the next run.
      if (isDatabaseAway(error)) throw error
      log?.error({ err: error, import: claim.import_id }, 'an import failed')
      await fail(db, claim, member, reasonOf(error))
    }
  }
}

const MAX_REMOVED = 500

/** The job: removes the files of old imports, and uploads that were never run. */
export async function removeOldImports(db: Db, storage: Storage): Promise<void> {
  for (const { id, file_key, was_run } of await listOldFiles(db, MAX_REMOVED)) {
    await storage.remove(file_key)
    if (was_run) await forgetFile(db, id)
    else await deleteImport(db, id)
  }
}
