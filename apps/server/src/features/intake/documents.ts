import { canChangeIntakeItem, type IntakeItem, isOpenInIntake } from '@cairn/contract'
import { openItem, storeDescription, workItemDocuments } from '#features/work-items/service.ts'
import type { DocumentKind } from '#product/documents/kind.ts'
import { emitIntakeItem } from './emit.ts'
import { findIntakeItem } from './queries.ts'

type Event = { type: string; issue?: string; intake_item?: IntakeItem }

/** Descriptions of pending intake items: the same documents, with intake permissions. */
export const intakeDocuments: DocumentKind = {
  ...workItemDocuments,
  async findRight(db, member, id) {
    const item = await findIntakeItem(db, member, id)
    if (!item) return undefined
    const { created_by } = await openItem(db, member, id)
    return { write: isOpenInIntake(item) && canChangeIntakeItem(member, { created_by }) }
  },
  store: (db, member, id, state) =>
    db.transaction().execute(async (tx) => {
      const stored = await storeDescription(tx, member, id, state)
      const item = stored && (await findIntakeItem(tx, member, id))
      if (item) await emitIntakeItem(tx, member, item)
      return stored
    }),
  events: 'intake_item.',
  hear({ issue, intake_item }: Event) {
    if (!intake_item) return issue ? { id: issue } : undefined
    const { status, issue: item } = intake_item
    return { id: item.id, isWritten: true, standing: `intake ${status}` }
  },
}
