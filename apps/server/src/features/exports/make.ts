import { MEMBER, type WorkItemExport } from '@cairn/contract'
import type { Member } from '#kernel/auth/member.ts'
import { memberNow } from '#kernel/auth/standing.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { isDatabaseAway } from '#kernel/http/errors.ts'
import {
  createKey,
  type Storage,
  StorageAway,
  StorageFull,
  TooLarge,
} from '#kernel/storage/storage.ts'
import { isMetBy } from '#product/met-queries.ts'
import { type Column, columnsOf } from './cells.ts'
import { formats } from './formats.ts'
import { itemsOf, listPropertyNames, trackTime } from './item-queries.ts'
import {
  type Claimed,
  claimExport,
  findOwnExport,
  finishExport,
  forgetFile,
  listOldFiles,
  renewLease,
} from './queries.ts'
import { type ZipEntry, zip } from './zip.ts'

/**
 * A larger file fills the server's disk and is of no use; buckets do not accept larger uploads
 * either.
 */
const MAX_GB = 5
const MAX_BYTES = MAX_GB * 1024 ** 3
const RENEW_MS = 15_000
/** Limits how often an export that crashes the server is retried. */
const MAX_ATTEMPTS = 3
// Limits a run, so that a node that shuts down need not process the whole queue first.
const MAX_PER_RUN = 20

class NotTheirs extends Error {
  constructor() {
    super('Whoever asked for it is no longer in this workspace, or is a guest.')
  }
}

/** Another node has taken over: this one renewed its lease too late. */
class LostLease extends Error {}

function reasonOf(error: unknown): string {
  const known = [NotTheirs, StorageFull, StorageAway]
  if (known.some((kind) => error instanceof kind)) return (error as Error).message
  if (error instanceof TooLarge) {
    return `The export is larger than ${MAX_GB} GB. Export fewer projects at once.`
  }
  return 'Something went wrong on the server. Try again, or tell its operator.'
}

/** Renews the lease while pages are produced. */
async function* whileOurs<Page>(db: Db, claim: Claimed, pages: AsyncIterable<Page>) {
  let renewed = performance.now()
  for await (const page of pages) {
    if (performance.now() - renewed > RENEW_MS) {
      const leased_until = await renewLease(db, claim)
      if (!leased_until) throw new LostLease()
      claim.leased_until = leased_until
      renewed = performance.now()
    }
    yield page
  }
}

function* filesOf(
  db: Db,
  member: Member,
  claim: Claimed,
  columns: readonly Column[],
): Generator<ZipEntry> {
  const { provider, project_ids, is_split, workspace_id, pql } = claim
  const isMet = isMetBy(member, pql)
  const file = (name: string, ids: readonly string[]) => ({
    name: `${name}.${provider}`,
    content: formats[provider](whileOurs(db, claim, itemsOf(db, member, ids, isMet)), columns),
  })
  if (is_split) for (const id of project_ids) yield file(id, [id])
  else yield file(workspace_id, project_ids)
}

const nameOf = ({ slug }: Member, { token, created_at }: Claimed) =>
  `export-${slug}-${token.slice(0, 6)}-${created_at.slice(0, 10)}.zip`

type Finish = Parameters<typeof finishExport>[2]

/** The person who requested it, if they still have access. */
async function findExporter(db: Db, claim: Claimed, how?: { lock: boolean }) {
  const member = await memberNow(db, claim, how)
  return member && member.workspace_role >= MEMBER ? member : undefined
}

const finish = (
  db: Db,
  member: Member | undefined,
  claim: Claimed,
  outcome: Finish,
  check?: (tx: Tx) => Promise<void>,
) =>
  db.transaction().execute(async (tx) => {
    await check?.(tx)
    if (!(await finishExport(tx, claim, outcome))) throw new LostLease()
    const saved = member && (await findOwnExport(tx, member, claim.id))
    if (saved) await emitExport(tx, member, saved)
  })

async function make(db: Db, storage: Storage, claim: Claimed, member: Member | undefined) {
  if (!member) throw new NotTheirs()
  const columns = columnsOf({
    tracksTime: await trackTime(db, member, claim.project_ids),
    propertyNames: await listPropertyNames(db, member, claim.project_ids),
  })
  const file_key = createKey('exports')
  const content = zip(filesOf(db, member, claim, columns))
  await storage.put(file_key, content, { maxBytes: MAX_BYTES })
  try {
    const file_name = nameOf(member, claim)
    await finish(db, member, claim, { status: 'completed', file_key, file_name }, async (tx) => {
      if (!(await findExporter(tx, claim, { lock: true }))) throw new NotTheirs()
    })
  } catch (error) {
    await storage.remove(file_key)
    throw error
  }
}

const emitExport = (tx: Tx, { user_id, workspace_id }: Member, saved: WorkItemExport) => {
  const audience = { to: [user_id], within: { workspace_id } }
  return emit(tx, { type: 'export.saved', export: saved }, audience)
}

/** Emits that the export is being made. */
const claimNext = (db: Db) =>
  db.transaction().execute(async (tx) => {
    const claim = await claimExport(tx)
    if (!claim) return undefined
    const member = await findExporter(tx, claim)
    const saved = member && (await findOwnExport(tx, member, claim.id))
    if (saved) await emitExport(tx, member, saved)
    return { claim, member }
  })

interface Report {
  error(details: object, message: string): void
}

/** The job: makes requested exports. It can run on every node at any time. */
export async function makeExports(db: Db, storage: Storage, log?: Report): Promise<void> {
  for (let count = 0; count < MAX_PER_RUN; count++) {
    const next = await claimNext(db)
    if (!next) break
    const { claim, member } = next
    try {
      if (claim.attempts > MAX_ATTEMPTS) throw new Error('the server stopped over it every time')
      await make(db, storage, claim, member)
    } catch (error) {
      if (error instanceof LostLease) continue
      // It is retried on the next run.
      if (isDatabaseAway(error)) throw error
      log?.error({ err: error, export: claim.id }, 'an export failed')
      await finish(db, member, claim, { status: 'failed', reason: reasonOf(error) })
    }
  }
}

const MAX_REMOVED = 500

/** The job: removes files that can no longer be downloaded. */
export async function removeOldExports(db: Db, storage: Storage): Promise<void> {
  for (const { id, file_key } of await listOldFiles(db, MAX_REMOVED)) {
    await storage.remove(file_key)
    await forgetFile(db, id)
  }
}
