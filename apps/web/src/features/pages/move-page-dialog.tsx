import type { ProjectPage } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { isWritable, useJoinedProjects } from '#entities/project/hooks.ts'
import { ProjectPicker } from '#entities/project/project-picker.tsx'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'
import { navigate } from '#ui/router/router.ts'
import { useMovePage } from './hooks.ts'
import { pageAddress, pageName } from './page-address.ts'
import type { PageScope } from './page-list.ts'

interface MovePageDialogProps {
  scope: PageScope
  page: ProjectPage
  onClose: () => void
}

/** Moves the page to another project the user can write in, and opens it there. */
export default function MovePageDialog({ scope, page, onClose }: MovePageDialogProps) {
  const { slug } = scope
  const { t } = useTranslation()
  const move = useMovePage(scope)
  const projects = (useJoinedProjects(slug) ?? []).filter(
    (project) => isWritable(project) && !page.project_ids.includes(project.id),
  )
  const [picked, setPicked] = useState<string>()
  const target = projects.find(({ id }) => id === picked)

  const close = useClose(onClose)

  async function handleSubmit() {
    if (!target || move.isPending) return
    try {
      await move.mutateAsync({ id: page.id, new_project_id: target.id })
      close()
      const to: string = pageAddress({ slug, project_id: target.id }, page)
      await navigate({ to })
      toast({
        kind: 'success',
        title: t('pages.moved', { name: pageName(page), project: target.name }),
      })
    } catch (error) {
      notifyFailure(t('pages.not_moved'), error)
    }
  }

  return (
    <Dialog
      open
      onClose={close}
      size="sm"
      title={t('pages.move_title', { name: pageName(page) })}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={move.isPending} disabled={!target}>
            {t(move.isPending ? 'pages.moving' : 'pages.move')}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-ink-2">{t('pages.move_text')}</p>
      <ProjectPicker projects={projects} value={picked} onChange={setPicked} />
    </Dialog>
  )
}
