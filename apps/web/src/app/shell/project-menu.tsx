import type { Project } from '@cairn/contract'
import { Ellipsis } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import type { MovesProps } from '#ui/lists/sortable-menu.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { lazy } from '#ui/platform/lazy.ts'

const ProjectEntries = lazy(() => import('./project-entries.tsx'))
const PublishDialog = lazy(() => import('#features/publishing/publish-dialog.tsx'))
const LeaveProjectDialog = lazy(() => import('#features/project-members/leave-project-dialog.tsx'))

interface ProjectMenuProps {
  slug: string
  project: Project
  moves: MovesProps
}

/** Actions for a project in the sidebar. */
export function ProjectMenu({ slug, project, moves }: ProjectMenuProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'leave' | 'publish'>()
  const close = () => setAsked(undefined)
  const { id, name } = project

  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton size="sm" icon={Ellipsis} label={t('shell.project_actions', { name })} />
        }
        items={(show) => (
          <ProjectEntries
            slug={slug}
            project={project}
            moves={moves}
            onAsk={setAsked}
            show={show}
          />
        )}
      />
      <Suspense>
        {asked === 'leave' && <LeaveProjectDialog slug={slug} project={project} onClose={close} />}
        {asked === 'publish' && (
          <PublishDialog
            target={{ kind: 'project', slug, project_id: id, id, name }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
