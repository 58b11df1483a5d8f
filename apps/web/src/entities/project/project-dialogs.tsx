import type { Project } from '@cairn/contract'
import { Suspense } from 'react'
import { lazy } from '#ui/platform/lazy.ts'

const JoinProjectDialog = lazy(() => import('./join-project-dialog.tsx'))
const RestoreProjectDialog = lazy(() => import('./restore-project-dialog.tsx'))
const DeleteProjectDialog = lazy(() => import('./delete-project-dialog.tsx'))

const dialogs = {
  join: JoinProjectDialog,
  restore: RestoreProjectDialog,
  delete: DeleteProjectDialog,
}

/** The requested action and its project. */
export interface RequestedAction {
  action: keyof typeof dialogs
  project: Project
}

interface ProjectDialogsProps {
  slug: string
  asked: RequestedAction | undefined
  onClose: () => void
}

/** Shared by a whole list of cards. */
export function ProjectDialogs({ slug, asked, onClose }: ProjectDialogsProps) {
  if (!asked) return null
  const Asked = dialogs[asked.action]
  return (
    <Suspense>
      <Asked slug={slug} project={asked.project} onClose={onClose} />
    </Suspense>
  )
}
