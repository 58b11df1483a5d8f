import { type ExportProvider, exportProviders } from '@cairn/contract'
import { ChevronsUpDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { isWritable, useJoinedProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Combobox } from '#ui/controls/combobox.tsx'
import { Field, fieldFrame } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Select } from '#ui/controls/select.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { counted } from '#ui/platform/number.ts'
import { useAskForExport } from './hooks.ts'

/** More names than these would not be read. */
const SHOWN_LIMIT = 2

interface ExportFormProps {
  slug: string
  onAsked: () => void
}

export function ExportForm({ slug, onAsked }: ExportFormProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string[]>([])
  const [provider, setProvider] = useState<ExportProvider>('csv')
  const [pql, setPql] = useState('')
  const ask = useAskForExport(slug)

  function handleExport() {
    const body = { provider, project: chosen, multiple: chosen.length > 1, pql }
    ask.mutate(body, {
      onSuccess: () => {
        onAsked()
        toast({ kind: 'success', title: t('exports.asked'), text: t('exports.asked_text') })
      },
      onError: (error) => notifyFailure(t('exports.not_asked'), error),
    })
  }

  return (
    <div className="mt-6 flex flex-wrap items-end gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="w-72 min-w-0 max-md:w-full">
        <ProjectsField slug={slug} chosen={chosen} onChange={setChosen} />
      </div>
      <div className="w-40 max-md:w-full">
        <Select
          label={t('exports.format')}
          options={exportProviders.map((value) => ({
            value,
            label: t(`exports.formats.${value}`),
          }))}
          value={provider}
          onChange={setProvider}
        />
      </div>
      <div className="min-w-60 grow max-md:w-full">
        <Input
          label={t('exports.query')}
          placeholder={t('exports.query_placeholder')}
          value={pql}
          maxLength={4000}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setPql(event.target.value)}
        />
      </div>
      <Button
        variant="primary"
        className="max-md:h-11 max-md:w-full"
        busy={ask.isPending}
        onClick={handleExport}
      >
        {t(ask.isPending ? 'exports.exporting' : 'exports.export')}
      </Button>
    </div>
  )
}

interface ProjectsFieldProps {
  slug: string
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}

function ProjectsField({ slug, chosen, onChange }: ProjectsFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const projects = useJoinedProjects(slug)?.filter(isWritable) ?? []
  const names = projects.flatMap((project) => (chosen.includes(project.id) ? project.name : []))
  const text =
    names.length === 0
      ? t('exports.all_projects')
      : names.length <= SHOWN_LIMIT
        ? names.join(', ')
        : t('exports.projects', counted(names.length))
  return (
    <Field htmlFor={id} label={t('exports.exporting_project')}>
      <Combobox
        multiple
        width={288}
        label={t('exports.search_projects')}
        options={projects.map((project) => ({
          ...{ value: project.id, label: project.name, hint: project.identifier },
          ...{ icon: projectLogo(project), keywords: project.identifier },
        }))}
        value={chosen}
        onChange={onChange}
        trigger={
          <button type="button" id={id} className={`${fieldFrame('md', false)} w-full text-left`}>
            <span className="min-w-0 grow truncate">{text}</span>
            <Icon of={ChevronsUpDown} size={14} className="text-ink-3" />
          </button>
        }
      />
    </Field>
  )
}
