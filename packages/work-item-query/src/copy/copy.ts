import { GUEST, type LiveEvent, lookup, type WorkItem } from '@cairn/contract'
import type { ListAnswer } from '../answer-list.ts'
import { sqliteIndexes, sqliteTables } from '../sqlite.ts'
import { type Asker, answerFromCopy, findInCopy, type Question, readQuestion } from './answer.ts'
import { type CopyDatabase, inTransaction } from './copy-database.ts'
import { type Feed, isForbidden, isUnreachable } from './feed.ts'
import { hearReference, projectOfMany } from './hear-reference.ts'
import {
  countElsewhere,
  findItem,
  isCopied,
  isNews,
  knownItem,
  putItems,
  removeItems,
} from './items.ts'
import { readOption, writeOption } from './options.ts'
import {
  accessTo,
  cachedProjects,
  dropProject,
  isLoaded,
  isWhole,
  leastOpened,
  noteOpened,
  pullProject,
} from './project-sync.ts'
import {
  cacheArchivedCycles,
  isWorkspaceLoaded,
  syncWorkspace,
  waitForOther,
} from './workspace-sync.ts'

export const COPY_VERSION = '1.4'

export type ProjectStatus = 'loading' | 'syncing' | 'ready' | 'error'

interface Project {
  asker: Asker
  status: ProjectStatus
  running: Promise<void> | undefined
  /** Number of changes only a sync can detect, and up to which of them a sync has run. */
  missed: number
  caught: number
  failures: number
  /** Items with events that arrived while pages were being fetched. */
  heard: Set<string>
}

const MAX_FAILURES = 3

const isFull = (error: unknown) => /\bfull\b|quota/i.test(String(error))
const accessOf = ({ role, sees_only_own }: Asker) => `${role} ${sees_only_own ? 'own' : 'all'}`

export interface CopyListener {
  /** Lists of the project may differ from previous answers. */
  onChanged: (project_id: string) => void
  onStatus?: (project_id: string, status: ProjectStatus) => void
}

/** A copy of another version or user is discarded by the code that opened it. */
export function isUsable(db: CopyDatabase, user_id: string): boolean {
  const tables = db.all(`select 1 from sqlite_schema where name = 'options'`)
  if (tables.length === 0) return true
  const isOurs = (readOption(db, 'owner') ?? user_id) === user_id
  return isOurs && (readOption(db, 'DB_VERSION') ?? COPY_VERSION) === COPY_VERSION
}

/** The items of the projects the user has opened, as last received from the server. */
export class WorkItemCopy {
  private readonly db: CopyDatabase
  private readonly feed: Feed
  private readonly listener: CopyListener
  private readonly projects = new Map<string, Project>()
  /** Items before a local change the server has not confirmed. */
  private readonly before = new Map<string, WorkItem>()
  /** As for projects, for the tables that items are named and sorted by. */
  private references = { missed: 1, caught: 0 }
  private filling: Promise<boolean> | undefined
  private isOver = false

  constructor(db: CopyDatabase, feed: Feed, user_id: string, listener: CopyListener) {
    this.db = db
    this.feed = feed
    this.listener = listener
    db.exec(sqliteTables)
    writeOption(db, 'DB_VERSION', COPY_VERSION)
    writeOption(db, 'owner', user_id)
    this.dropUnconfirmed()
  }

  /** Local changes whose result will never arrive. */
  private dropUnconfirmed() {
    const rows = this.db.all<{ project_id: string }>(
      'select distinct project_id from issues where is_local_update = 1',
    )
    for (const { project_id } of rows) dropProject(this.db, project_id)
  }

  /** Fetches the changes of a project: all items the first time. */
  async open(project_id: string, asker: Asker): Promise<void> {
    if (this.isOver) return
    const project = this.enter(project_id, asker)
    project.running ??= this.sync(project_id, project).finally(() => {
      project.running = undefined
    })
    await project.running
  }

  private enter(project_id: string, asker: Asker): Project {
    const before = accessTo(this.db, project_id)
    // A changed access starts from scratch.
    if (before !== undefined && before !== accessOf(asker)) this.leave(project_id)
    noteOpened(this.db, project_id, accessOf(asker), Date.now())
    const known = this.projects.get(project_id)
    if (known) return Object.assign(known, { asker })
    const project: Project = {
      asker,
      status: isLoaded(this.db, project_id) ? 'syncing' : 'loading',
      running: undefined,
      ...{ missed: 0, caught: 0, failures: 0 },
      heard: new Set(),
    }
    this.projects.set(project_id, project)
    return project
  }

  /**
   * Access of the user in each of their projects: all other projects, and those cached with another
   * access, are dropped.
   */
  retainOnly(askers: Readonly<Record<string, Asker>>) {
    for (const { project_id, access } of cachedProjects(this.db)) {
      const asker = lookup(askers, project_id)
      if (!asker || accessOf(asker) !== access) this.leave(project_id)
    }
  }

  private leave(project_id: string) {
    this.projects.delete(project_id)
    dropProject(this.db, project_id)
    this.listener.onChanged(project_id)
  }

  private say(project_id: string, project: Project, status: ProjectStatus) {
    project.status = status
    this.listener.onStatus?.(project_id, status)
  }

  private async sync(project_id: string, project: Project): Promise<void> {
    const wasLoaded = isLoaded(this.db, project_id)
    this.say(project_id, project, wasLoaded ? 'syncing' : 'loading')
    try {
      let changed = await this.fill()
      let upTo: number
      do {
        upTo = project.missed
        changed = (await this.pull(project_id, project)) || changed
      } while (upTo !== project.missed)
      project.caught = upTo
      project.failures = 0
      this.say(project_id, project, 'ready')
      if (changed && wasLoaded) this.listener.onChanged(project_id)
    } catch (error) {
      await this.fail(project_id, project, error)
    }
  }

  private async fail(project_id: string, project: Project, error: unknown) {
    if (isForbidden(error)) return this.leave(project_id)
    if (isFull(error)) return this.makeRoom(project_id, project)
    if (!isUnreachable(error)) project.failures += 1
    if (project.failures >= MAX_FAILURES) {
      project.failures = 0
      dropProject(this.db, project_id)
      noteOpened(this.db, project_id, accessOf(project.asker), Date.now())
    }
    this.say(project_id, project, 'error')
  }

  /** Drops the least recently opened project; if there is none, gives up the copy. */
  private async makeRoom(project_id: string, project: Project): Promise<void> {
    const other = leastOpened(this.db, project_id)
    if (!other) {
      this.isOver = true
      return this.say(project_id, project, 'error')
    }
    this.leave(other)
    return this.sync(project_id, project)
  }

  /** Loads what all projects share, once for all waiting callers. */
  private async fill(): Promise<boolean> {
    if (this.references.missed === this.references.caught) return false
    this.filling ??= this.readReferences().finally(() => {
      this.filling = undefined
    })
    return this.filling
  }

  private async readReferences(): Promise<boolean> {
    await new Promise((resolve) => setTimeout(resolve, waitForOther(this.db, Date.now())))
    const upTo = this.references.missed
    const changed = await syncWorkspace(this.db, this.feed, Date.now())
    this.references.caught = upTo
    return changed
  }

  private async pull(project_id: string, project: Project): Promise<boolean> {
    const { asker, heard } = project
    const wasLoaded = isLoaded(this.db, project_id)
    let changed = false
    if (asker.role > GUEST) {
      changed = cacheArchivedCycles(this.db, project_id, await this.feed.archivedCycles(project_id))
    }
    // A guest who sees only their own items gets no events of other users' sub-items.
    const plan = asker.sees_only_own ? [true, true] : [!wasLoaded, false, true]
    for (const all of plan) {
      heard.clear()
      const rows = await pullProject(this.db, this.feed, project_id, { heard, all })
      changed ||= rows > 0
      if (!wasLoaded) this.db.exec(sqliteIndexes)
      if (await isWhole(this.db, this.feed, project_id)) return changed
    }
    throw new Error('The copy and the server do not agree.')
  }

  /**
   * Undefined if the server must be asked: the data is missing or uncertain. With `anyway` there is
   * no server, and the last known data is used.
   */
  async answer(
    question: Question,
    asker: Asker,
    anyway = false,
  ): Promise<ListAnswer<WorkItem> | undefined> {
    const project = this.projects.get(question.project_id)
    if (this.isOver || !project) return undefined
    if (!this.isTrusted(project) && !(anyway && isLoaded(this.db, question.project_id))) {
      return undefined
    }
    if (accessTo(this.db, question.project_id) !== accessOf(asker)) return undefined
    try {
      return await answerFromCopy(this.db, question, asker, readQuestion(question, asker))
    } catch {
      return undefined
    }
  }

  /** Items to choose from where there is no server; undefined if the project is not copied. */
  find(project_id: string, text: string, asker: Asker): WorkItem[] | undefined {
    const isKnown = !this.isOver && isLoaded(this.db, project_id)
    if (!isKnown || accessTo(this.db, project_id) !== accessOf(asker)) return undefined
    return findInCopy(this.db, project_id, text, asker)
  }

  private isTrusted({ status, missed, caught }: Project) {
    if (status === 'loading' || status === 'error' || missed !== caught) return false
    const { references } = this
    // Data from the last session is used until the first fetch of this one.
    return references.caught === references.missed || this.isFirstReading()
  }

  private isFirstReading() {
    return this.references.missed === 1 && isWorkspaceLoaded(this.db)
  }

  /** Events were missed: fetches all open projects again. */
  async missEvents(): Promise<void> {
    this.references.missed += 1
    await Promise.all([...this.projects.keys()].map((project_id) => this.missIn(project_id)))
  }

  private async missIn(project_id: string): Promise<void> {
    const project = this.projects.get(project_id)
    if (!project) return
    project.missed += 1
    await this.open(project_id, project.asker)
  }

  async hear(event: LiveEvent): Promise<void> {
    if (event.type === 'work_item.saved') return this.hearItem(event.work_item)
    if (event.type === 'work_item.removed') return this.hearGone(event.project_id, event.id)
    if (event.type === 'project.removed') return this.leave(event.id)
    hearReference(this.db, event)
    const project_id = projectOfMany(event)
    if (project_id) await this.missIn(project_id)
  }

  private hearItem(item: WorkItem) {
    const project = this.projects.get(item.project_id)
    if (!project) return
    if (!isCopied(item)) return this.hearGone(item.project_id, item.id)
    project.heard.add(item.id)
    this.before.delete(item.id)
    if (isNews(knownItem(this.db, item.id), item)) this.put(item)
  }

  private hearGone(project_id: string, id: string) {
    const project = this.projects.get(project_id)
    if (!project) return
    project.heard.add(id)
    this.before.delete(id)
    inTransaction(this.db, () => removeItems(this.db, [id]))
  }

  private put(item: WorkItem, isLocal = false) {
    inTransaction(this.db, () => {
      putItems(this.db, [item], isLocal)
      countElsewhere(this.db, [item.id])
    })
  }

  /** A local change before the server has it. Null: a removal. */
  change(id: string, patch: Partial<WorkItem> | null) {
    const item = findItem(this.db, id)
    if (!item) return
    if (!this.before.has(id)) this.before.set(id, item)
    const next = patch && { ...item, ...patch }
    if (next && isCopied(next)) this.put(next, true)
    else inTransaction(this.db, () => removeItems(this.db, [id]))
  }

  /** The server accepted it; events bring the rest. */
  confirm(id: string) {
    this.before.delete(id)
    this.db.all('update issues set is_local_update = null where id = ?', [id])
  }

  /** The server rejected it. Events received meanwhile are not reverted. */
  revert(id: string) {
    const item = this.before.get(id)
    this.before.delete(id)
    const known = knownItem(this.db, id)
    if (item && (!known || known.is_local)) this.put(item)
  }
}
