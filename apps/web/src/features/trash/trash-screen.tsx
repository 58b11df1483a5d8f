import { ADMIN, type TrashEntry, type TrashKind, trashKinds } from '@cairn/contract'
import { ChevronDown, Trash2, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { useSettled } from '#entities/instance/use-settled.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { ProjectCrumb } from '#entities/project/project-crumb.tsx'
import { useActivePeople, usePeople, useWorkspace } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { NotRead } from '#ui/feedback/not-read.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { SubBar } from '#ui/layout/header-bar.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { HeadCell, Table } from '#ui/lists/table.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx'
import { Count } from '#ui/people/badge.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { emptyTrash, type ProjectRef, removeEntries, restoreEntries, useTrash } from './hooks.ts'
import { TrashRow } from './trash-row.tsx'

/** What was deleted in a project in the last thirty days, for project admins. */
export function TrashScreen() {
  const { slug, projectId: project_id } = useParams('/$slug/projects/$projectId/trash')
  const { t } = useTranslation()
  const project = useAllProjects(slug)?.find(({ id }) => id === project_id)
  const isWorkspaceAdmin = useWorkspace(slug)?.role === ADMIN
  usePageTitle(project && t('trash.page_title', { project: project.name }))
  if (project && project.member_role !== ADMIN && !isWorkspaceAdmin) return <NotAuthorized />
  if (!project) return null
  return (
    <Trash
      key={project_id}
      place={{ slug, project_id }}
      crumb={<ProjectCrumb slug={slug} project={project} />}
    />
  )
}

/** What a permanent deletion is being confirmed for: some entries or all. */
type Asked = { entries: readonly TrashEntry[] } | 'everything'

function Trash({ place, crumb }: { place: ProjectRef; crumb: React.ReactNode }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const [kind, setKind] = useState<TrashKind>()
  const [deleted_by, setDeletedBy] = useState<string>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Asked>()
  const people = usePeople(place.slug)
  const query = {
    ...(search && { search }),
    ...(kind && { kind }),
    ...(deleted_by && { deleted_by }),
  }
  const { entries, total, failed, readMore, refetch } = useTrash(place, query)
  const isNarrowed = Object.keys(query).length > 0
  const shown = entries ?? []
  const selected = shown.filter(({ id }) => chosen.has(id))

  function select(id: string, isSelected: boolean) {
    const next = new Set(chosen)
    if (isSelected) next.add(id)
    else next.delete(id)
    setChosen(next)
  }

  async function restore(some: readonly TrashEntry[]) {
    setChosen(new Set())
    const count = await restoreEntries(place, some)
    if (count > 0) toast({ kind: 'success', title: t('trash.restored', { count }) })
  }

  async function removeAsked() {
    const what = asked
    setAsked(undefined)
    setChosen(new Set())
    if (what === 'everything') {
      if (await emptyTrash(place)) toast({ kind: 'success', title: t('trash.emptied') })
    } else if (what) {
      const count = await removeEntries(place, what.entries)
      if (count > 0) toast({ kind: 'success', title: t('trash.deleted_for_good', { count }) })
    }
  }

  return (
    <div className="relative flex min-h-0 grow flex-col">
      <ShellHeader
        actions={
          total > 0 &&
          !isNarrowed && (
            <Button variant="ghost" onClick={() => setAsked('everything')}>
              {t('trash.empty')}
            </Button>
          )
        }
      >
        <Breadcrumbs>
          {crumb}
          <Crumb current>
            <h1>{t('trash.title')}</h1>
          </Crumb>
        </Breadcrumbs>
        {total > 0 && <Count value={total} />}
      </ShellHeader>
      <SubBar actions={<span className="text-ink-2 max-md:hidden">{t('trash.hint')}</span>}>
        <div className="w-60 max-md:w-full">
          <SearchInput label={t('trash.find')} value={typed} onChange={setTyped} />
        </div>
        <Choice
          label={kind ? t(`trash.kinds.${kind}`) : t('trash.all_kinds')}
          items={[undefined, ...trashKinds].map((one) => ({
            label: one ? t(`trash.kinds.${one}`) : t('trash.all_kinds'),
            checked: one === kind,
            onSelect: () => setKind(one),
          }))}
        />
        <PeopleChoice slug={place.slug} chosen={deleted_by} onChoose={setDeletedBy} />
      </SubBar>
      <div className="min-h-0 grow overflow-y-auto">
        {!entries && !failed && <SkeletonRows />}
        {!entries && failed && <NotRead onRetry={refetch}>{t('trash.not_read')}</NotRead>}
        {entries && entries.length === 0 && (
          <EmptyState title={isNarrowed ? t('trash.none_found') : t('trash.empty_title')}>
            {!isNarrowed && t('trash.empty_text')}
          </EmptyState>
        )}
        {shown.length > 0 && (
          <Table label={t('trash.list')}>
            <thead>
              <tr>
                <HeadCell className="border-r-0">
                  <Checkbox
                    aria-label={t('trash.select_all')}
                    checked={selected.length === shown.length}
                    indeterminate={selected.length > 0 && selected.length < shown.length}
                    onChange={({ target }) =>
                      setChosen(new Set(target.checked ? shown.map(({ id }) => id) : []))
                    }
                  />
                </HeadCell>
                <HeadCell className="border-r-0">{t('trash.name')}</HeadCell>
                <HeadCell className="border-r-0 max-md:hidden" width={112}>
                  {t('trash.kind')}
                </HeadCell>
                <HeadCell className="border-r-0 max-md:hidden" width={172}>
                  {t('trash.deleted_by')}
                </HeadCell>
                <HeadCell className="border-r-0 max-md:hidden" width={132}>
                  {t('trash.deleted')}
                </HeadCell>
                <HeadCell className="border-r-0 text-right [&>span]:justify-end" width={84}>
                  {t('trash.time_left')}
                </HeadCell>
                <HeadCell width={76}>
                  <span className="sr-only">{t('trash.restore')}</span>
                </HeadCell>
              </tr>
            </thead>
            <tbody>
              {shown.map((entry) => (
                <TrashRow
                  key={entry.id}
                  entry={entry}
                  person={people.get(entry.deleted_by ?? '')}
                  selected={chosen.has(entry.id)}
                  selecting={selected.length > 0}
                  onSelect={(isSelected) => select(entry.id, isSelected)}
                  onRestore={() => void restore([entry])}
                  onDelete={() => setAsked({ entries: [entry] })}
                />
              ))}
            </tbody>
          </Table>
        )}
        {readMore && (
          <div className="p-3 text-center">
            <Button onClick={readMore}>{t('trash.load_more')}</Button>
          </div>
        )}
      </div>
      {selected.length > 0 && (
        <SelectedBar
          count={selected.length}
          onClear={() => setChosen(new Set())}
          onRestore={() => void restore(selected)}
          onDelete={() => setAsked({ entries: selected })}
        />
      )}
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => void removeAsked()}
        title={
          asked === 'everything'
            ? t('trash.empty_confirm')
            : t('trash.delete_title', { count: asked?.entries.length ?? 1 })
        }
        confirmLabel={t(asked === 'everything' ? 'trash.empty' : 'trash.delete')}
      >
        {t(asked === 'everything' ? 'trash.empty_confirm_text' : 'trash.delete_text')}
      </ConfirmDialog>
    </div>
  )
}

function Choice({ label, items }: { label: string; items: MenuItem[] }) {
  return (
    <Menu
      trigger={
        <Button after={<Icon of={ChevronDown} size={12} className="text-ink-3" />}>{label}</Button>
      }
      items={items}
    />
  )
}

interface PeopleChoiceProps {
  slug: string
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

function PeopleChoice({ slug, chosen, onChoose }: PeopleChoiceProps) {
  const { t } = useTranslation()
  const people = useActivePeople(slug)
  const name = people.find(({ id }) => id === chosen)?.name
  return (
    <Choice
      label={name ? t('trash.by', { name }) : t('trash.anyone')}
      items={[
        { label: t('trash.anyone'), checked: !chosen, onSelect: () => onChoose(undefined) },
        ...people.map((person) => ({
          label: person.name,
          checked: person.id === chosen,
          onSelect: () => onChoose(person.id),
        })),
      ]}
    />
  )
}

interface SelectedBarProps {
  count: number
  onClear: () => void
  onRestore: () => void
  onDelete: () => void
}

function SelectedBar({ count, onClear, onRestore, onDelete }: SelectedBarProps) {
  const { t } = useTranslation()
  return (
    <div className="absolute inset-x-4 bottom-4 z-(--z-bulk-bar) mx-auto flex min-h-11 w-fit max-w-[calc(100%-32px)] flex-wrap items-center gap-1 rounded-lg border border-line bg-raised py-1.5 pr-2 pl-3 shadow-lift-3">
      <span
        role="status"
        className="rounded-sm bg-accent-subtle px-1.75 text-small/5 font-medium text-accent-ink tabular-nums"
      >
        {t('trash.selected', { count })}
      </span>
      <IconButton icon={X} label={t('trash.clear')} onClick={onClear} />
      <Button variant="primary" icon={Undo2} onClick={onRestore}>
        {t('trash.restore')}
      </Button>
      <Button variant="ghost" icon={Trash2} onClick={onDelete} className="text-danger-ink!">
        {t('trash.delete')}
      </Button>
    </div>
  )
}
