import { ADMIN, type Label, MEMBER } from '@cairn/contract'
import { Plus } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useLabelList } from '#entities/label/hooks.ts'
import { toTree } from '#entities/label/label-tree.ts'
import { useSettingsProject } from '#entities/project/use-settings-project.ts'
import { Button } from '#ui/controls/button.tsx'
import { Panel, SettingsPage } from '#ui/controls/form-layout.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { Count } from '#ui/people/badge.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { NewLabelForm } from './label-form.tsx'
import { LabelRow } from './label-row.tsx'

const DeleteLabelDialog = lazy(() => import('./delete-label-dialog.tsx'))

export function LabelsScreen() {
  const { t } = useTranslation()
  const { slug, project } = useSettingsProject((name) => t('labels.page_title', { name }))
  const labels = useLabelList(slug, project?.id ?? '')
  const tree = useMemo(() => labels && toTree(labels), [labels])
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Label>()
  if (!project) return null
  if ((project.member_role ?? 0) < MEMBER) {
    return <NotAuthorized text={t('project_settings.not_authorized')} />
  }
  const editable = project.member_role === ADMIN
  const empty = tree?.length === 0 && !adding
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      {t('labels.add')}
    </Button>
  )

  return (
    <SettingsPage
      title={
        <span className="flex items-center gap-2">
          {t('labels.title')}
          {labels && labels.length > 0 && <Count value={labels.length} />}
        </span>
      }
      description={t(editable ? 'labels.text' : 'labels.read_only')}
      action={!empty && add}
    >
      <div className="mt-6">
        {!tree ? (
          <LabelsSkeleton />
        ) : empty ? (
          <EmptyState title={t('labels.empty_title')} action={add}>
            {t('labels.empty_text')}
          </EmptyState>
        ) : (
          <Panel>
            {adding && (
              <NewLabelForm slug={slug} project_id={project.id} onClose={() => setAdding(false)} />
            )}
            {tree.length > 0 && (
              <ul className="divide-y divide-line-subtle">
                {tree.map((branch) => (
                  <LabelRow
                    key={branch.label.id}
                    slug={slug}
                    branch={branch}
                    tree={tree}
                    editable={editable}
                    onRemove={setRemoving}
                  />
                ))}
              </ul>
            )}
          </Panel>
        )}
      </div>
      <Suspense>
        {removing && (
          <DeleteLabelDialog
            slug={slug}
            label={removing}
            isGroup={tree?.some(
              ({ label, children }) => label.id === removing.id && children.length > 0,
            )}
            onClose={() => setRemoving(undefined)}
          />
        )}
      </Suspense>
    </SettingsPage>
  )
}

function LabelsSkeleton() {
  return (
    <SkeletonGroup>
      <div className="divide-y divide-line-subtle rounded-lg border border-line">
        {[120, 96, 140, 104].map((width) => (
          <div key={width} className="flex h-10.5 items-center gap-3 px-10">
            <Skeleton width={8} height={8} />
            <Skeleton width={width} />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
