import { workItemsApi as api, type WorkItem } from '@cairn/contract'
import { useState } from 'react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { queryClient } from '#data/query-client.ts'
import { isWritable, useJoinedProjects } from '#entities/project/hooks.ts'
import { ProjectPicker } from '#entities/project/project-picker.tsx'
import { keyOf } from '#entities/work-item/item-address.ts'
import { listsIn } from '#entities/work-item-list/use-work-item-list.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'

interface MoveItemDialogProps {
  slug: string
  /** "TRAIL-412" */
  itemKey: string
  item: WorkItem
  /** It has another key now. */
  onMoved: (key: string) => void
  onClose: () => void
}

/** To another project one works in; says what stays behind. */
export default function MoveItemDialog(props: MoveItemDialogProps) {
  const { slug, itemKey, item, onMoved, onClose } = props
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const projects = (useJoinedProjects(slug) ?? []).filter(
    (project) => isWritable(project) && project.id !== item.project_id,
  )
  const [picked, setPicked] = useState<string>()
  const target = projects.find(({ id }) => id === picked)

  function close() {
    setOpen(false)
    setTimeout(onClose, 200)
  }

  async function handleSubmit() {
    if (!target || busy) return
    setBusy(true)
    try {
      const params = { slug, project_id: item.project_id, id: item.id }
      const moved = await call(api.move, { params, body: { project_id: target.id } })
      const key = keyOf(target, moved)
      await queryClient.invalidateQueries({ queryKey: listsIn(slug) })
      toast({ kind: 'success', title: t('move_item.done', { key }) })
      close()
      onMoved(key)
    } catch (error) {
      notifyFailure(t('move_item.failed'), error)
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      size="sm"
      title={t('move_item.title', { key: itemKey })}
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
      <p className="mb-4 text-ink-2">{t('move_item.text')}</p>
      <ProjectPicker projects={projects} value={picked} onChange={setPicked} />
    </Dialog>
  )
}
