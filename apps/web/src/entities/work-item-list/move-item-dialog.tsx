import { workItemsApi as api, type WorkItem } from '@cairn/contract'
import { useState } from 'react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { queryClient } from '#data/query-client.ts'
import { recordUndo } from '#data/undo-stack.ts'
import { isWritable, useJoinedProjects } from '#entities/project/hooks.ts'
import { ProjectPicker } from '#entities/project/project-picker.tsx'
import { keyOf } from '#entities/work-item/item-address.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'
import { movesOf, undoOfMove } from './undo-move.ts'
import { undoOf } from './undo-of.ts'
import { listsIn } from './use-work-item-list.ts'

interface MoveItemDialogProps {
  slug: string
  /** "TRAIL-412", of a single one. */
  itemKey: string
  /** All in one project. */
  items: readonly WorkItem[]
  /** A single item has this new key. */
  onMoved: (key: string) => void
  onClose: () => void
}

/** Moves an item to another of the user's projects; says what is lost. */
export default function MoveItemDialog(props: MoveItemDialogProps) {
  const { slug, itemKey, items, onMoved, onClose } = props
  const from = items[0]?.project_id ?? ''
  const isOne = items.length === 1
  const count = items.length
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const projects = (useJoinedProjects(slug) ?? []).filter(
    (project) => isWritable(project) && project.id !== from,
  )
  const [picked, setPicked] = useState<string>()
  const target = projects.find(({ id }) => id === picked)

  const close = useClose(onClose)

  async function handleSubmit() {
    if (!target || busy) return
    setBusy(true)
    try {
      const moved = await call(api.bulkMove, {
        params: { slug, project_id: from },
        body: { issue_ids: items.map(({ id }) => id), project_id: target.id },
      })
      const [first] = moved
      const key = first ? keyOf(target, first) : ''
      await queryClient.invalidateQueries({ queryKey: listsIn(slug) })
      recordUndo(undoOfMove(slug, movesOf(items, moved), moved), Promise.resolve())
      const title = isOne
        ? t('move_item.done', { key })
        : t('move_item.done_many', { count, project: target.name })
      toast({ kind: 'success', title, action: undoOf(moved) })
      close()
      onMoved(key)
    } catch (error) {
      notifyFailure(t(isOne ? 'move_item.failed' : 'move_item.failed_all'), error)
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={close}
      size="sm"
      title={isOne ? t('move_item.title', { key: itemKey }) : t('move_item.title_many', { count })}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!target}>
            {t(busy ? 'move_item.moving' : 'move_item.move')}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-ink-2">{t(isOne ? 'move_item.text' : 'move_item.text_all')}</p>
      <ProjectPicker projects={projects} value={picked} onChange={setPicked} />
      {target && items.some(({ type_id }) => type_id && !target.type_ids.includes(type_id)) && (
        <p role="status" className="mt-3 text-small text-ink-2">
          {t(isOne ? 'move_item.types' : 'move_item.types_all', { project: target.name })}
        </p>
      )}
    </Dialog>
  )
}
