import { ADMIN, PRIVATE, type Project, PUBLIC } from '@cairn/contract'
import { ChevronsUpDown, Globe, ImageIcon, Lock } from 'lucide-react'
import { type FormEvent, Suspense, useState } from 'react'
import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useTimeZones } from '#entities/account/change-hooks.ts'
import { useMe } from '#entities/account/hooks.ts'
import { RestoredNote } from '#entities/left-text/left-text-notes.tsx'
import { useFormDraft } from '#entities/left-text/use-form-draft.ts'
import {
  isIdentifierFree,
  uploadCover,
  useChangeProject,
  useSaveProject,
} from '#entities/project/change-hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { useSettingsProject } from '#entities/project/use-settings-project.ts'
import { CoverDialog } from '#entities/project-card/cover-dialog.tsx'
import { coverOf, ProjectCover } from '#entities/project-card/project-cover.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Combobox } from '#ui/controls/combobox.tsx'
import { EmojiIconPicker } from '#ui/controls/emoji-icon-picker.tsx'
import { Field, fieldFrame } from '#ui/controls/field.tsx'
import { FormColumns, FormFields, SettingsPage } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Textarea } from '#ui/controls/textarea.tsx'
import { longDate } from '#ui/dates/day.ts'
import { dayOfMoment } from '#ui/dates/own-zone.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'
import { FoldedSection } from '#ui/lists/folded-section.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { readIdentifier } from './read-identifier.ts'

const ArchiveProjectDialog = lazy(() => import('./archive-project-dialog.tsx'))
const ProjectTemplateDialog = lazy(
  () => import('#entities/project-template/project-template-dialog.tsx'),
)
const DeleteProjectDialog = lazy(() => import('#entities/project/delete-project-dialog.tsx'))

export function ProjectGeneralScreen() {
  const { t } = useTranslation()
  const { slug, project } = useSettingsProject((name) =>
    t('project_settings.general_page_title', { name }),
  )
  if (!project) return null
  const admin = project.member_role === ADMIN
  return (
    <SettingsPage
      title={t('project_settings.general')}
      description={t(admin ? 'project_settings.general_text' : 'project_settings.read_only')}
    >
      <Pictures slug={slug} project={project} editable={admin} />
      <div className="mt-6">
        {admin ? (
          <ProjectFields key={project.id} slug={slug} project={project} />
        ) : (
          <ProjectFacts project={project} />
        )}
      </div>
      {admin && <DangerSections slug={slug} project={project} />}
    </SettingsPage>
  )
}

interface ProjectProps {
  slug: string
  project: Project
}

/** The cover, the logo on it, and the project name. */
function Pictures({ slug, project, editable }: ProjectProps & { editable: boolean }) {
  const { t } = useTranslation()
  const change = useChangeProject(slug, project.id)
  const [changing, setChanging] = useState(false)
  const { id, name, identifier, network, logo_props } = project
  const isPrivate = network === PRIVATE
  const tile =
    'grid size-14 shrink-0 place-items-center rounded-xl border border-line bg-raised ring-3 ring-surface'

  return (
    <section aria-label={t('project_settings.pictures')} className="mt-6">
      <div className="relative h-40 overflow-hidden rounded-lg border border-line">
        <ProjectCover project={project} className="size-full" />
        {editable && (
          <Button
            icon={ImageIcon}
            // The row with the logo lies over the cover's lower edge.
            className="absolute right-3 bottom-3 z-1"
            onClick={() => setChanging(true)}
          >
            {t('projects.cover.change')}
          </Button>
        )}
      </div>
      <div className="relative -mt-7 flex items-start gap-3 pl-4">
        {editable ? (
          <EmojiIconPicker
            label={t('projects.logo')}
            value={logo_props as LogoValue}
            onChange={(logo) => change.mutate({ logo_props: { ...logo } })}
            trigger={
              <button
                type="button"
                aria-label={t('projects.logo')}
                className={`${tile} hover:bg-hover`}
              >
                {projectLogo(project, 32)}
              </button>
            }
          />
        ) : (
          <span className={tile}>{projectLogo(project, 32)}</span>
        )}
        <div className="min-w-0 grow pt-8">
          <p className="text-title font-semibold wrap-anywhere">{name}</p>
          <p className="flex items-center gap-1 text-ink-2">
            {`${identifier} · `}
            {isPrivate && <Icon of={Lock} size={12} />}
            {t(isPrivate ? 'projects.private' : 'projects.public')}
          </p>
        </div>
      </div>
      {editable && (
        <CoverDialog
          open={changing}
          onClose={() => setChanging(false)}
          value={coverOf(project)}
          onPick={(cover_image) => change.mutate({ cover_image })}
          upload={(file, onProgress) => uploadCover(slug, id, file, onProgress)}
          remove={async () => change.mutate({ cover_image: null })}
        />
      )}
    </section>
  )
}

type Fields = Pick<Project, 'name' | 'description' | 'identifier' | 'network' | 'timezone'>
type Draft = Partial<Fields>

function ProjectFields({ slug, project }: ProjectProps) {
  const { t } = useTranslation()
  const zones = useTimeZones()
  const save = useSaveProject(slug, project.id)
  // Only edited fields: the others show changes made by other users meanwhile.
  const form = useFormDraft<Fields>(`project ${project.id}`, useMe().id, project)
  const { draft } = form
  const [taken, setTaken] = useState<{ field: 'name' | 'identifier'; value: string }>()
  const values = { ...project, ...draft }
  const { name, description, identifier, network, timezone } = values
  const changed = form.isChanged
  const nameError =
    (taken?.field === 'name' && taken.value === name && t('projects.name_taken')) ||
    (!name.trim() && t('projects.name_required')) ||
    (name.length > 255 && t('project_settings.name_too_long')) ||
    undefined
  const identifierError =
    (taken?.field === 'identifier' &&
      taken.value === identifier &&
      t('project_settings.identifier_exists')) ||
    (!identifier && t('projects.identifier_required')) ||
    undefined
  const ready = changed && !nameError && !identifierError

  const set = (change: Draft) => form.setDraft({ ...draft, ...change })

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!ready || save.isPending) return
    try {
      const renamed = identifier !== project.identifier
      if (renamed && !(await isIdentifierFree(slug, identifier))) {
        return setTaken({ field: 'identifier', value: identifier })
      }
      await save.mutateAsync({ ...draft, name: name.trim() })
      form.clear()
      toast({ kind: 'success', title: t('project_settings.updated', { name: name.trim() }) })
    } catch (error) {
      const refused = error instanceof ApiError && error.status === 409 && error.body
      const body: object = refused || {}
      if ('identifier' in body) return setTaken({ field: 'identifier', value: identifier })
      if ('name' in body) return setTaken({ field: 'name', value: name })
      notifyFailure(t('project_settings.not_updated'), error)
    }
  }

  const zone = zones?.find(({ value }) => value === timezone)
  return (
    <form onSubmit={(event) => void handleSubmit(event)} noValidate>
      <FormFields>
        <Input
          label={t('projects.name')}
          required
          autoComplete="off"
          value={name}
          onChange={(event) => set({ name: event.target.value })}
          error={nameError}
        />
        <Textarea
          label={t('projects.description')}
          placeholder={t('project_settings.description_placeholder')}
          maxLength={10_000}
          value={description}
          onChange={(event) => set({ description: event.target.value })}
        />
        <FormColumns>
          <Input
            label={t('projects.identifier')}
            hint={t('project_settings.identifier_hint')}
            required
            maxLength={5}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="characters"
            value={identifier}
            onChange={(event) => set({ identifier: readIdentifier(event.target.value) })}
            error={identifierError}
          />
          <Select
            label={t('projects.network')}
            options={[
              { value: PUBLIC as number, label: t('projects.public'), icon: Globe },
              { value: PRIVATE as number, label: t('projects.private'), icon: Lock },
            ]}
            hint={t(network === PRIVATE ? 'projects.private_hint' : 'projects.public_hint')}
            value={network}
            onChange={(value) => set({ network: value })}
          />
        </FormColumns>
        <Field label={t('project_settings.time_zone')}>
          <Combobox
            label={t('project_settings.search_time_zone')}
            width={360}
            loading={!zones}
            options={(zones ?? []).map(({ value, label, utc_offset }) => ({
              value,
              label,
              hint: utc_offset,
              keywords: value,
            }))}
            value={timezone}
            onChange={(value) => set({ timezone: value })}
            trigger={
              <button
                type="button"
                aria-label={`${t('project_settings.time_zone')}: ${zone?.label ?? timezone}`}
                className={classNames(fieldFrame('md', false), 'w-full text-left')}
              >
                <span className="min-w-0 grow truncate">{zone?.label ?? timezone}</span>
                <Icon of={ChevronsUpDown} size={14} className="text-ink-3" />
              </button>
            }
          />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" busy={save.isPending} disabled={!ready}>
            {t(save.isPending ? 'project_settings.updating' : 'project_settings.update')}
          </Button>
          {form.isRestored && <RestoredNote onDiscard={form.clear} />}
          <span className="ml-auto text-small text-ink-3">
            <CreatedOn project={project} />
          </span>
        </div>
      </FormFields>
    </form>
  )
}

function CreatedOn({ project }: { project: Project }) {
  const { t } = useTranslation()
  return t('projects.created_on', { date: longDate(dayOfMoment(project.created_at)) })
}

function ProjectFacts({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { name, description, identifier, network, timezone } = project
  return (
    <FormFields>
      <Input readOnly label={t('projects.name')} value={name} />
      <Textarea readOnly label={t('projects.description')} value={description} />
      <FormColumns>
        <Input readOnly label={t('projects.identifier')} value={identifier} />
        <Input
          readOnly
          label={t('projects.network')}
          value={t(network === PRIVATE ? 'projects.private' : 'projects.public')}
        />
      </FormColumns>
      <Input readOnly label={t('project_settings.time_zone')} value={timezone} />
      <p className="text-small text-ink-3">
        <CreatedOn project={project} />
      </p>
    </FormFields>
  )
}

function DangerSections({ slug, project }: ProjectProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'template' | 'archive' | 'delete'>()
  const close = () => setAsked(undefined)
  return (
    <div className="mt-8">
      <FoldedSection title={t('project_templates.save_title')}>
        <p className="mt-1 max-w-150 text-ink-2">{t('project_templates.save_section_text')}</p>
        <Button className="mt-3" onClick={() => setAsked('template')}>
          {t('project_templates.save_title')}
        </Button>
      </FoldedSection>
      <FoldedSection title={t('projects.archive_project')}>
        <p className="mt-1 max-w-150 text-ink-2">{t('project_settings.archive_text')}</p>
        <Button className="mt-3" onClick={() => setAsked('archive')}>
          {t('projects.archive_project')}
        </Button>
      </FoldedSection>
      <FoldedSection title={t('projects.delete')}>
        <p className="mt-1 max-w-150 text-ink-2">{t('project_settings.delete_text')}</p>
        <Button variant="danger" className="mt-3" onClick={() => setAsked('delete')}>
          {t('project_settings.delete_mine')}
        </Button>
      </FoldedSection>
      <Suspense>
        <Presence>
          {asked === 'template' && (
            <ProjectTemplateDialog slug={slug} from={{ project }} onClose={close} />
          )}
        </Presence>
        <Presence>
          {asked === 'archive' && (
            <ArchiveProjectDialog slug={slug} project={project} onClose={close} />
          )}
        </Presence>
        <Presence>
          {asked === 'delete' && (
            <DeleteProjectDialog slug={slug} project={project} leaves onClose={close} />
          )}
        </Presence>
      </Suspense>
    </div>
  )
}
