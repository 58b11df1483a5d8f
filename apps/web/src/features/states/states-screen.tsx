import { ADMIN, MEMBER, type State, stateGroups } from '@cairn/contract'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useSettingsProject } from '#entities/project/use-settings-project.ts'
import { useStates } from '#entities/state/hooks.ts'
import { SettingsPage } from '#ui/controls/form-layout.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { StateGroupPanel } from './state-group-panel.tsx'

const DeleteStateDialog = lazy(() => import('./delete-state-dialog.tsx'))

export function StatesScreen() {
  const { t } = useTranslation()
  const { slug, project } = useSettingsProject((name) => t('states.page_title', { name }))
  const states = useStates(slug, project?.id ?? '')
  const [removing, setRemoving] = useState<State>()
  if (!project) return null
  if ((project.member_role ?? 0) < MEMBER) {
    return <NotAuthorized text={t('project_settings.not_authorized')} />
  }
  const editable = project.member_role === ADMIN
  return (
    <SettingsPage
      title={t('states.title')}
      description={
        <span className="wrap-anywhere">
          {t(editable ? 'states.text' : 'states.read_only', { name: project.name })}
        </span>
      }
    >
      {states ? (
        stateGroups.map((group) => (
          <StateGroupPanel
            key={`${project.id} ${group}`}
            slug={slug}
            project_id={project.id}
            group={group}
            states={states}
            editable={editable}
            onRemove={setRemoving}
          />
        ))
      ) : (
        <StatesSkeleton />
      )}
      <Suspense>
        {removing && (
          <DeleteStateDialog slug={slug} state={removing} onClose={() => setRemoving(undefined)} />
        )}
      </Suspense>
    </SettingsPage>
  )
}

function StatesSkeleton() {
  return (
    <SkeletonGroup>
      {stateGroups.map((group) => (
        <div key={group} className="mt-5">
          <Skeleton width={88} className="my-2.5" />
          <div className="flex h-10.5 items-center gap-3 rounded-lg border border-line px-10">
            <Skeleton width={16} height={16} />
            <Skeleton width={96} />
            <Skeleton width={220} />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}
