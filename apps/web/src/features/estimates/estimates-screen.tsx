import { ADMIN, type Estimate, type Project } from '@cairn/contract'
import { useQuery } from '@tanstack/react-query'
import { ArrowRightLeft, Pencil, Plus, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { estimatesIn, useEstimates } from '#entities/estimate/estimate-list.ts'
import { useChangeProject } from '#entities/project/change-hooks.ts'
import { useSettingsProject } from '#entities/project/use-settings-project.ts'
import { Button } from '#ui/controls/button.tsx'
import { SettingRow } from '#ui/controls/field.tsx'
import { Panel, SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Tag } from '#ui/people/badge.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { valueText } from './value-text.ts'

const EstimateWizard = lazy(() => import('./estimate-wizard.tsx'))
const EditEstimateDialog = lazy(() => import('./edit-estimate-dialog.tsx'))
const DeleteEstimateDialog = lazy(() => import('./delete-estimate-dialog.tsx'))

type Asked = 'new' | 'edit' | 'switch' | 'delete'

export function EstimatesScreen() {
  const { t } = useTranslation()
  const { slug, project } = useSettingsProject((name) => t('estimates.page_title', { name }))
  if (!project) return null
  if (project.member_role !== ADMIN) {
    return <NotAuthorized text={t('project_settings.not_authorized')} />
  }
  return (
    <SettingsPage title={t('estimates.title')} description={t('estimates.text')}>
      <Systems key={project.id} slug={slug} project={project} />
    </SettingsPage>
  )
}

/** The project's estimate systems: the active one, and former ones. */
function Systems({ slug, project }: { slug: string; project: Project }) {
  const { t } = useTranslation()
  const estimates = useEstimates(slug, project.id)
  const { error, refetch } = useQuery(estimatesIn(slug, project.id))
  const [asked, setAsked] = useState<{ what: Asked; turn: number }>()
  // Keeps the content of a dialog while it fades out.
  const [about, setAbout] = useState<Estimate>()
  const current =
    estimates?.find(({ id }) => id === project.estimate) ??
    estimates?.find(({ last_used }) => last_used)
  const former = estimates?.filter((one) => one !== current) ?? []

  function ask(what: Asked) {
    setAbout(current)
    setAsked((last) => ({ what, turn: (last?.turn ?? 0) + 1 }))
  }

  // The dialog that fades out must not close one opened meanwhile.
  const close = () => setAsked((now) => (now === asked ? undefined : now))
  const known = estimates?.find(({ id }) => id === about?.id) ?? about

  if (error && !estimates) {
    return (
      <EmptyState
        picture="broken"
        title={t('estimates.error_fetching')}
        action={
          <Button variant="primary" onClick={() => void refetch()}>
            {t('common.try_again')}
          </Button>
        }
      />
    )
  }
  return (
    <>
      {!estimates ? (
        <SystemsSkeleton />
      ) : current ? (
        <InUse slug={slug} project={project} estimate={current} onAsk={ask} />
      ) : (
        <div className="pt-16">
          <EmptyState
            title={t('estimates.empty_title')}
            action={
              <Button variant="primary" icon={Plus} onClick={() => ask('new')}>
                {t('estimates.add')}
              </Button>
            }
          >
            {t('estimates.empty_text')}
          </EmptyState>
        </div>
      )}
      {former.length > 0 && (
        <SettingsSection title={t('estimates.former')} description={t('estimates.former_text')}>
          <Panel>
            {former.map((estimate) => (
              <div key={estimate.id} className="flex min-h-11 items-center gap-3 px-3 py-1.5">
                <System estimate={estimate} />
              </div>
            ))}
          </Panel>
        </SettingsSection>
      )}
      <Suspense>
        <Presence>
          {(asked?.what === 'new' || asked?.what === 'switch') && (
            <EstimateWizard
              key={asked.turn}
              slug={slug}
              project={project}
              estimates={estimates ?? []}
              {...(asked.what === 'switch' && known && { replaced: known })}
              onClose={close}
            />
          )}
        </Presence>
        <Presence>
          {asked?.what === 'edit' && known && (
            <EditEstimateDialog key={asked.turn} slug={slug} estimate={known} onClose={close} />
          )}
        </Presence>
        <Presence>
          {asked?.what === 'delete' && known && (
            <DeleteEstimateDialog slug={slug} estimate={known} onClose={close} />
          )}
        </Presence>
      </Suspense>
    </>
  )
}

interface InUseProps {
  slug: string
  project: Project
  estimate: Estimate
  onAsk: (what: Asked) => void
}

function InUse({ slug, project, estimate, onAsk }: InUseProps) {
  const { t } = useTranslation()
  const change = useChangeProject(slug, project.id)

  const handleSwitch = (on: boolean) =>
    change.mutate(
      { estimate: on ? estimate.id : null },
      {
        onSuccess: () =>
          void toast({
            kind: 'success',
            title: t(on ? 'estimates.enabled' : 'estimates.disabled'),
          }),
      },
    )

  return (
    <SettingsSection>
      <SettingRow
        htmlFor="estimates-on"
        label={t('estimates.enable')}
        hint={t('estimates.enable_hint')}
      >
        <Switch id="estimates-on" checked={project.estimate !== null} onChange={handleSwitch} />
      </SettingRow>
      <Panel>
        <div className="flex min-h-12 items-center gap-3 px-3 py-2">
          <System estimate={estimate} />
          <div className="flex shrink-0 gap-1">
            <IconButton
              icon={Pencil}
              label={t('estimates.edit_named', { name: estimate.name })}
              onClick={() => onAsk('edit')}
            />
            <IconButton
              icon={ArrowRightLeft}
              label={t('estimates.switch_named', { name: estimate.name })}
              onClick={() => onAsk('switch')}
            />
            <IconButton
              icon={Trash2}
              label={t('estimates.delete_named', { name: estimate.name })}
              onClick={() => onAsk('delete')}
            />
          </div>
        </div>
      </Panel>
    </SettingsSection>
  )
}

function System({ estimate }: { estimate: Estimate }) {
  const { name, description, type, points } = estimate
  const { t } = useTranslation()
  const kind = t(`estimates.system.${type}`)
  return (
    <div className="min-w-0 grow">
      <p className="flex items-center gap-2">
        <span className="truncate font-medium">{name}</span>
        {kind !== name && <Tag>{kind}</Tag>}
      </p>
      <p className="text-ink-2 wrap-anywhere">
        {points.map(({ value }) => valueText(type, value)).join(', ')}
      </p>
      {description && <p className="text-small text-ink-3 wrap-anywhere">{description}</p>}
    </div>
  )
}

function SystemsSkeleton() {
  return (
    <SkeletonGroup>
      <div className="mt-6 flex flex-col gap-4">
        {[220, 320, 280, 180].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </SkeletonGroup>
  )
}
