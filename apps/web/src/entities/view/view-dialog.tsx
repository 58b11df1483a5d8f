import { viewAccess } from '@cairn/contract'
import { Globe, Layers, ListFilter, Lock, SlidersHorizontal } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useSentDialog } from '#data/use-sent-dialog.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useTeamspaces } from '#entities/teamspace/hooks.ts'
import { FilterChips } from '#entities/work-item-list/filter-chips.tsx'
import { layoutIcons } from '#entities/work-item-list/layout-icons.ts'
import { abilitiesOf, type ListContext } from '#entities/work-item-list/list-context.ts'
import { DisplayPopover, FiltersPopover } from '#entities/work-item-list/list-controls.tsx'
import { hasFilters, type Layout, withDisplay } from '#entities/work-item-list/list-settings.ts'
import { useListReferences } from '#entities/work-item-list/references.tsx'
import type { ListSettingsActions } from '#entities/work-item-list/use-list-settings.ts'
import { Combobox } from '#ui/controls/combobox.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { Textarea } from '#ui/controls/textarea.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { LogoAndName } from '#ui/icons/logo-and-name.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { latestLocation, navigate } from '#ui/router/router.ts'
import { useChangeView, useCreateView } from './hooks.ts'
import { viewAddress } from './view-address.ts'
import type { ViewScope } from './view-list.ts'
import { settingsPatch, type ViewStart } from './view-start.ts'

interface ViewDialogProps {
  scope: ViewScope
  start: ViewStart
  onClose: () => void
}

const MAX_LENGTH = 255

/** A view's name, logo, access, filters and display settings. */
export default function ViewDialog({ scope, start, onClose }: ViewDialogProps) {
  const { slug, project_id, teamspace_id } = scope
  const { t } = useTranslation()
  const nameField = useRef<HTMLInputElement>(null)
  const { open, problem, nameProblem, close, send } = useSentDialog(onClose)
  const [name, setName] = useState(start.name)
  const [description, setDescription] = useState(start.description)
  const [logo, setLogo] = useState(start.logo)
  const [access, setAccess] = useState(start.access)
  const [tried, setTried] = useState(false)
  const list = useChosenList(scope, start)
  const create = useCreateView(scope)
  const change = useChangeView(scope)
  const { of } = start

  const nameError =
    (tried && !name.trim() && t('views.name_required')) ||
    (name.length > MAX_LENGTH && t('views.name_too_long')) ||
    undefined

  function handleSubmit() {
    setTried(true)
    if (!name.trim() || name.length > MAX_LENGTH) return
    const said = { name: name.trim(), description: description.trim(), logo_props: { ...logo } }
    const patch = { ...said, ...settingsPatch(list.settings, of) }
    const say = (title: string) => () => void toast({ kind: 'success', title })
    if (of) {
      const sent = send('views.not_updated', say(t('views.updated', { name: said.name })))
      return change.mutate({ id: of.id, patch: { ...patch, access } }, sent)
    }
    const { onSuccess, onFailure } = send(
      'views.not_created',
      say(t('views.created', { name: said.name })),
    )
    const from = latestLocation().href
    const id = create.mutate(
      { ...patch, access },
      {
        onSuccess,
        onFailure: (error) => {
          // The new view was opened, but does not exist.
          if (latestLocation().href.includes(id)) void navigate({ to: from })
          return onFailure?.(error)
        },
      },
    )
    const place = { id, project: project_id, teamspace: teamspace_id ?? null }
    const to: string = viewAddress(slug, place)
    void navigate({ to })
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      dismissible={false}
      title={t(of ? 'views.edit_title' : 'views.create_title')}
      initialFocus={nameField}
      onSubmit={handleSubmit}
      action={t(of ? 'views.update' : 'views.create')}
      problem={problem}
    >
      <LogoAndName
        logo={logo}
        onLogo={setLogo}
        logoLabel={t('views.logo')}
        fallback={Layers}
        name={name}
        onName={setName}
        nameLabel={t('views.name')}
        nameField={nameField}
        maxLength={MAX_LENGTH}
        error={nameProblem ?? nameError}
      />
      <Textarea
        label={t('views.description')}
        maxLength={10_000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <div className="flex flex-wrap gap-1.5">
        <AccessPill access={access} onChange={setAccess} />
        {(project_id || teamspace_id) && (
          <LayoutPill
            layouts={abilitiesOf(list.context).layouts}
            layout={list.settings.display.layout}
            onChange={(layout) => list.set.setDisplay({ layout })}
          />
        )}
        <FiltersPopover
          {...list}
          trigger={
            <PropertyPill label={t('work_items.filters')} icon={ListFilter}>
              {t('work_items.filters')}
            </PropertyPill>
          }
        />
        <DisplayPopover
          {...list}
          trigger={
            <PropertyPill label={t('work_items.display')} icon={SlidersHorizontal}>
              {t('work_items.display')}
            </PropertyPill>
          }
        />
      </div>
      {hasFilters(list.settings) && <ChosenFilters {...list} />}
    </FormDialog>
  )
}

const nowhere: readonly string[] = []

/** The preview settings of the list, only for this dialog. */
function useChosenList({ slug, project_id, teamspace_id }: ViewScope, start: ViewStart) {
  const { id: user_id } = useMe()
  const [settings, setSettings] = useState(start.settings)
  const teams = useTeamspaces(slug, teamspace_id !== undefined)
  const project_ids = teams?.find(({ id }) => id === teamspace_id)?.project_ids ?? nowhere
  const context = useMemo((): ListContext => {
    if (teamspace_id) return { kind: 'team', slug, teamspace_id, project_ids }
    return project_id
      ? { kind: 'project', slug, project_id }
      : { kind: 'workspace', slug, view: 'all-issues', user_id }
  }, [slug, project_id, teamspace_id, project_ids, user_id])
  const set = useMemo(
    (): ListSettingsActions => ({
      setFilters: (filters) => setSettings((now) => ({ ...now, filters })),
      setDisplay: (change) =>
        setSettings((now) => ({ ...now, display: withDisplay(now.display, change) })),
      setProperties: (change) =>
        setSettings((now) => ({ ...now, properties: { ...now.properties, ...change } })),
    }),
    [],
  )
  return { context, settings, set }
}

type ChosenList = ReturnType<typeof useChosenList>

function ChosenFilters({ context, settings, set }: ChosenList) {
  const references = useListReferences(context)
  if (!references) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FilterChips
        context={context}
        settings={settings}
        references={references}
        fixed={false}
        onChange={set.setFilters}
      />
    </div>
  )
}

interface AccessPillProps {
  access: number
  onChange: (access: number) => void
}

function AccessPill({ access, onChange }: AccessPillProps) {
  const { t } = useTranslation()
  const isPublic = access === viewAccess.public
  return (
    <Combobox
      label={t('views.access')}
      width={360}
      options={[
        {
          value: String(viewAccess.public),
          label: t('views.public'),
          icon: Globe,
          hint: t('views.public_hint'),
        },
        {
          value: String(viewAccess.private),
          label: t('views.private'),
          icon: Lock,
          hint: t('views.private_hint'),
        },
      ]}
      value={String(access)}
      onChange={(value) => onChange(Number(value))}
      trigger={
        <PropertyPill label={t('views.access')} icon={isPublic ? Globe : Lock}>
          {t(isPublic ? 'views.public' : 'views.private')}
        </PropertyPill>
      }
    />
  )
}

interface LayoutPillProps {
  layouts: readonly Layout[]
  layout: Layout
  onChange: (layout: Layout) => void
}

function LayoutPill({ layouts, layout, onChange }: LayoutPillProps) {
  const { t } = useTranslation()
  return (
    <Combobox
      label={t('work_items.layout')}
      options={layouts.map((value) => ({
        value,
        label: t(`work_items.layouts.${value}`),
        icon: layoutIcons[value],
      }))}
      value={layout}
      onChange={(value) => onChange(value as Layout)}
      trigger={
        <PropertyPill label={t('work_items.layout')} icon={layoutIcons[layout]}>
          {t(`work_items.layouts.${layout}`)}
        </PropertyPill>
      }
    />
  )
}
