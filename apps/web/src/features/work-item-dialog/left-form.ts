import { epicsApi, workItemsApi } from '@cairn/contract'
import { call } from '#data/api.ts'
import { leaveText, readLeftText, takeLeftText } from '#data/left-texts.ts'
import { modeOf, type WorkItemIntent } from '#entities/work-item/intent.ts'
import { toBody, type Values } from './form-values.ts'

/** Storage key of the text typed into the dialog. */
export const leftName = (slug: string, start: WorkItemIntent) =>
  ['dialog', slug, modeOf(start), (start.item ?? start.draft ?? start.copyOf)?.id]
    .filter(Boolean)
    .join(' ')

/** Separate from the text being typed, which may be of another item by then. */
const sentName = (name: string) => `sent ${name}`

export interface LeftForm {
  project_id: string
  values: Values
  /** The id it was sent with; the server has not responded. */
  id?: string | undefined
}

export const leaveValues = (form: LeftForm) => JSON.stringify(form)

export function readForm(name: string, owner: string): LeftForm | undefined {
  try {
    return JSON.parse(readLeftText(name, owner) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Reuses the id it was sent with before, so that a retry does not create a second item. */
export const withLeft = (intent: WorkItemIntent, left: LeftForm | undefined): WorkItemIntent =>
  left?.id && !intent.refused
    ? { ...intent, refused: { id: left.id, values: toBody(left.values), pictures: [] } }
    : intent

/** Stores the sent form until the server responds; call the returned function then. */
export function leaveSent(name: string, owner: string, form: LeftForm): () => void {
  leaveText(sentName(name), owner, leaveValues(form))
  return () => {
    for (const one of [name, sentName(name)]) {
      if (readForm(one, owner)?.id === form.id) takeLeftText(one, owner)
    }
  }
}

/** The form was discarded or saved as a draft. */
export function forgetForm(name: string, owner: string) {
  takeLeftText(name, owner)
  takeLeftText(sentName(name), owner)
}

// The dialog open in this tab: after a reload it reopens here, and in no other tab.
const OPEN = 'cairn.open-dialog'

export function markOpen(name: string | undefined) {
  try {
    if (name) sessionStorage.setItem(OPEN, name)
    else sessionStorage.removeItem(OPEN)
  } catch {}
}

function isMarked(name: string) {
  try {
    return sessionStorage.getItem(OPEN) === name
  } catch {
    return false
  }
}

/** Intents that need no data to be restored. */
const beginnings: readonly WorkItemIntent[] = [{}, { isEpic: true }, { intent: 'draft' }]

/** Whether a sent form without a response was not created; it then becomes typed text again. */
async function isLost(slug: string, owner: string, start: WorkItemIntent): Promise<boolean> {
  const name = leftName(slug, start)
  const sent = readForm(sentName(name), owner)
  if (!sent?.id) return false
  const { get } = start.isEpic ? epicsApi : workItemsApi
  const params = { slug, project_id: sent.project_id, id: sent.id }
  const isThere = await call(get, { params, query: {} }).then(
    () => true,
    () => false,
  )
  takeLeftText(sentName(name), owner)
  // A dialog that reopened while the page was being left has stored it again.
  if (isThere && readForm(name, owner)?.id === sent.id) takeLeftText(name, owner)
  if (!isThere && !readForm(name, owner)) leaveText(name, owner, leaveValues(sent))
  return !isThere
}

/** The dialog that was open here when the page was left, or was sent without a response. */
export async function savedIntent(
  slug: string,
  owner: string,
): Promise<WorkItemIntent | undefined> {
  for (const start of beginnings) {
    const name = leftName(slug, start)
    const wasLost = await isLost(slug, owner, start)
    const form = readForm(name, owner)
    if (form && (wasLost || isMarked(name))) return { ...start, project_id: form.project_id }
  }
  return undefined
}
