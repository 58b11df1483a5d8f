import { canChangeInitiative, canRemoveInitiative, GUEST, type Initiative } from '@cairn/contract'
import { Ellipsis, Goal, Pencil, Plus, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { usePeople, useWorkspace } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { rangeText } from '#ui/dates/day.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { ProgressRing } from '#ui/feedback/progress.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { LogoMark } from '#ui/icons/logo-mark.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { Count } from '#ui/people/badge.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { counted, groupedNumber } from '#ui/platform/number.ts'
import { Presence, useClose } from '#ui/platform/presence.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { useInitiatives, useRemoveInitiative } from './hooks.ts'

const InitiativeDialog = lazy(() => import('./initiative-dialog.tsx'))

interface Asked {
  action: 'create' | 'edit' | 'delete'
  initiative?: Initiative
}

/** All initiatives, with the progress of their epics. */
export function InitiativesScreen() {
  const { slug } = useParams('/$slug/initiatives')
  const { t } = useTranslation()
  const workspace = useWorkspace(slug)
  const initiatives = useInitiatives(slug)
  const [asked, setAsked] = useState<Asked>()
  const create = () => setAsked({ action: 'create' })
  usePageTitle(workspace && t('initiatives.page_title', { workspace: workspace.name }))
  if (workspace && (workspace.role ?? 0) <= GUEST) return <NotAuthorized />
  return (
    <>
      <ShellHeader
        actions={
          <Button variant="primary" icon={Plus} onClick={create}>
            {t('initiatives.add')}
          </Button>
        }
      >
        <Breadcrumbs>
          <Crumb current icon={Goal}>
            <h1>{t('initiatives.heading')}</h1>
          </Crumb>
        </Breadcrumbs>
        {initiatives && initiatives.length > 0 && <Count value={initiatives.length} />}
      </ShellHeader>
      <div className="min-h-0 grow overflow-y-auto">
        {!initiatives ? (
          <SkeletonRows />
        ) : initiatives.length > 0 ? (
          <ul aria-label={t('initiatives.heading')}>
            {initiatives.map((initiative) => (
              <InitiativeRow
                key={initiative.id}
                slug={slug}
                initiative={initiative}
                onAsk={setAsked}
              />
            ))}
          </ul>
        ) : (
          <EmptyState
            title={t('initiatives.empty_title')}
            action={
              <Button variant="primary" icon={Plus} onClick={create}>
                {t('initiatives.create_first')}
              </Button>
            }
          >
            {t('initiatives.empty_text')}
          </EmptyState>
        )}
      </div>
      <Presence>
        {(asked?.action === 'create' || asked?.action === 'edit') && (
          <Suspense>
            <InitiativeDialog
              slug={slug}
              initiative={asked.initiative}
              onClose={() => setAsked(undefined)}
            />
          </Suspense>
        )}
      </Presence>
      <Presence>
        {asked?.action === 'delete' && asked.initiative && (
          <DeleteInitiative
            slug={slug}
            initiative={asked.initiative}
            onClose={() => setAsked(undefined)}
          />
        )}
      </Presence>
    </>
  )
}

interface InitiativeRowProps {
  slug: string
  initiative: Initiative
  onAsk: (asked: Asked) => void
}

function InitiativeRow({ slug, initiative, onAsk }: InitiativeRowProps) {
  const { t } = useTranslation()
  const { id: user_id } = useMe()
  const workspace_role = useWorkspace(slug)?.role ?? 0
  const { name, lead_id, start_date, end_date, total_epics, completed_epics } = initiative
  const lead = usePeople(slug).get(lead_id ?? '')
  const me = { user_id, workspace_role }
  const mayEdit = canChangeInitiative(me, initiative)
  const edit = () => onAsk({ action: 'edit', initiative })
  const progress = t('initiatives.progress', {
    ...counted(total_epics),
    done: groupedNumber(completed_epics),
  })
  return (
    <li className="relative flex h-9 items-center gap-2 border-b border-line-subtle pr-3 pl-4 hover:bg-hover max-md:h-14">
      <span className="grid size-5 shrink-0 place-items-center text-ink-3">
        <LogoMark value={initiative.logo_props as LogoValue} size={16} fallback={Goal} />
      </span>
      <span className="flex min-w-0 grow items-baseline gap-2">
        <Link
          to="/$slug/initiatives/$initiativeId/"
          params={{ slug, initiativeId: initiative.id }}
          className="min-w-0 truncate rounded-xs font-medium before:absolute before:inset-0 hover:underline"
        >
          {name}
        </Link>
        <span className="min-w-0 shrink-99 truncate text-small text-ink-3 max-md:hidden">
          {t('initiatives.project_count', counted(initiative.project_ids.length))}
        </span>
      </span>
      {(start_date || end_date) && (
        <span className="shrink-0 text-small text-ink-2 tabular-nums max-md:hidden">
          {rangeText(start_date, end_date)}
        </span>
      )}
      <span className="flex shrink-0 items-center gap-1.5 text-small text-ink-2 tabular-nums">
        <span aria-hidden>
          <ProgressRing share={total_epics > 0 ? completed_epics / total_epics : 0} label={name} />
        </span>
        {progress}
      </span>
      <span className="grid w-5 shrink-0 place-items-center">
        {lead && <Avatar person={lead} size={20} />}
      </span>
      {/* Above the link that fills the row. */}
      <span className="relative">
        <Menu
          align="end"
          trigger={
            <IconButton
              size="sm"
              icon={Ellipsis}
              disabled={!mayEdit}
              label={t('initiatives.actions', { name })}
            />
          }
          items={[
            mayEdit && { label: t('initiatives.edit'), icon: Pencil, onSelect: edit },
            canRemoveInitiative(me, initiative) && {
              label: t('initiatives.delete'),
              icon: Trash2,
              danger: true,
              onSelect: () => onAsk({ action: 'delete', initiative }),
            },
          ]}
        />
      </span>
    </li>
  )
}

interface DeleteInitiativeProps {
  slug: string
  initiative: Initiative
  onClose: () => void
}

function DeleteInitiative({ slug, initiative, onClose }: DeleteInitiativeProps) {
  const { t } = useTranslation()
  const remove = useRemoveInitiative(slug)

  const close = useClose(onClose)

  function handleConfirm() {
    close()
    remove.mutate(initiative.id, {
      onSuccess: () =>
        void toast({ kind: 'success', title: t('initiatives.deleted', { name: initiative.name }) }),
    })
  }

  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={handleConfirm}
      title={t('initiatives.delete_title', { name: initiative.name })}
      confirmLabel={t('initiatives.delete')}
    >
      {t('initiatives.delete_text')}
    </ConfirmDialog>
  )
}
