import { readLeftText } from '#data/left-texts.ts'
import { modeOf, type WorkItemWish } from '#entities/work-item/wish.ts'
import type { Values } from './form-values.ts'

/** Under which name what was typed into the dialog waits. */
export const leftName = (wish: WorkItemWish) =>
  ['dialog', modeOf(wish), wish.item?.id ?? wish.draft?.id].filter(Boolean).join(' ')

interface LeftForm {
  project_id: string
  values: Values
}

export const leaveValues = (form: LeftForm) => JSON.stringify(form)

const readForm = (text: string) => JSON.parse(text) as LeftForm

export const leftValues = (text: string | undefined) =>
  text === undefined ? undefined : readForm(text).values

/** Those that need nothing to be made anew. */
const beginnings: readonly WorkItemWish[] = [{}, { isEpic: true }, { intent: 'draft' }]

/** The dialog that somebody was writing into when their session ended. */
export function leftWish(owner: string): WorkItemWish | undefined {
  for (const wish of beginnings) {
    const text = readLeftText(leftName(wish), owner)
    if (text) return { ...wish, project_id: readForm(text).project_id }
  }
  return undefined
}
