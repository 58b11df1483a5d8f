import { canManageTemplate, type PageTemplate } from '@cairn/contract'
import { Ellipsis, FileText, Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { LogoMark } from '#ui/icons/logo-mark.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { builtInTemplates } from './built-in-templates.ts'
import type { PageScope } from './page-list.ts'
import { usePageTemplates, useRemoveTemplate, useRenameTemplate } from './templates.ts'
import { usePageCaller } from './use-page-caller.ts'

/** The content a new page starts with; undefined: none. */
export type PageStart =
  | { id: string; name: string; logo: LogoValue; html: string }
  | { id: string; name: string; logo: LogoValue; template: string }

interface TemplatePickerProps {
  scope: PageScope
  value: PageStart | undefined
  onChange: (start: PageStart | undefined) => void
}

/**
 * An empty page, the built-in templates, and those of the project, which can be renamed and deleted
 * here.
 */
export function TemplatePicker({ scope, value, onChange }: TemplatePickerProps) {
  const { t } = useTranslation()
  const saved = usePageTemplates(scope)
  const caller = usePageCaller(scope.slug)({ project_ids: [scope.project_id] })
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-small font-medium text-ink-2">{t('pages.template')}</legend>
      <div className="grid max-h-56 grid-cols-2 gap-1.5 overflow-y-auto p-0.5 max-md:grid-cols-1">
        <Choice
          name={t('pages.no_template')}
          logo={{}}
          chosen={value === undefined}
          onChoose={() => onChange(undefined)}
        />
        {saved.map((template) => (
          <SavedTemplate
            key={template.id}
            scope={scope}
            template={template}
            isOwn={canManageTemplate(caller, template)}
            chosen={value?.id === template.id}
            onChoose={() => onChange(startOf(template))}
            onRemoved={() => value?.id === template.id && onChange(undefined)}
          />
        ))}
        {builtInTemplates().map(({ html, ...template }) => (
          <Choice
            key={template.id}
            {...template}
            chosen={value?.id === template.id}
            onChoose={() => onChange({ ...template, html: html() })}
          />
        ))}
      </div>
    </fieldset>
  )
}

const startOf = ({ id, name, logo_props }: PageTemplate): PageStart => ({
  ...{ id, name, logo: logo_props as LogoValue, template: id },
})

interface ChoiceProps {
  name: string
  logo: LogoValue
  chosen: boolean
  onChoose: () => void
  actions?: ReactNode
}

function Choice({ name, logo, chosen, onChoose, actions }: ChoiceProps) {
  return (
    <div
      className={classNames(
        'flex h-9 min-w-0 items-center rounded-md border max-md:h-11',
        chosen ? 'border-accent bg-accent-subtle' : 'border-line hover:bg-hover',
      )}
    >
      <button
        type="button"
        aria-pressed={chosen}
        onClick={onChoose}
        className="flex h-full min-w-0 grow items-center gap-2 rounded-md px-2 text-left"
      >
        <span className="grid size-5 shrink-0 place-items-center text-ink-3">
          <LogoMark value={logo} size={16} fallback={FileText} />
        </span>
        <span className="truncate">{name}</span>
      </button>
      {actions}
    </div>
  )
}

interface SavedTemplateProps {
  scope: PageScope
  template: PageTemplate
  isOwn: boolean
  chosen: boolean
  onChoose: () => void
  onRemoved: () => void
}

function SavedTemplate(props: SavedTemplateProps) {
  const { scope, template, isOwn, chosen, onChoose, onRemoved } = props
  const { t } = useTranslation()
  const remove = useRemoveTemplate(scope)
  const [doing, setDoing] = useState<'rename' | 'delete'>()
  const { id, name } = template
  if (doing === 'rename') {
    return <NameField scope={scope} template={template} onClose={() => setDoing(undefined)} />
  }
  if (doing === 'delete') {
    return (
      <div className="col-span-full flex flex-wrap items-center gap-2 rounded-md border border-line px-2 py-1.5">
        <span className="min-w-0 grow truncate">{t('pages.delete_template', { name })}</span>
        <Button size="sm" onClick={() => setDoing(undefined)}>
          {t('common.cancel')}
        </Button>
        <Button
          size="sm"
          variant="danger"
          onClick={() => {
            onRemoved()
            remove.mutate(id)
          }}
        >
          {t('pages.delete')}
        </Button>
      </div>
    )
  }
  return (
    <Choice
      name={name}
      logo={template.logo_props as LogoValue}
      chosen={chosen}
      onChoose={onChoose}
      actions={
        isOwn && (
          <span className="pr-1">
            <Menu
              align="end"
              trigger={
                <IconButton size="sm" icon={Ellipsis} label={t('pages.actions', { name })} />
              }
              items={[
                {
                  label: t('pages.rename_template'),
                  icon: Pencil,
                  onSelect: () => setDoing('rename'),
                },
                {
                  label: t('pages.delete'),
                  icon: Trash2,
                  danger: true,
                  onSelect: () => setDoing('delete'),
                },
              ]}
            />
          </span>
        )
      }
    />
  )
}

interface NameFieldProps {
  scope: PageScope
  template: PageTemplate
  onClose: () => void
}

/** Enter and blur save; Escape does not. */
function NameField({ scope, template, onClose }: NameFieldProps) {
  const { t } = useTranslation()
  const rename = useRenameTemplate(scope)
  const [typed, setTyped] = useState(template.name)

  function save() {
    const name = typed.trim()
    if (name && name !== template.name) rename.mutate({ id: template.id, patch: { name } })
    onClose()
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // Must neither submit nor close the dialog around it.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') save()
    else onClose()
  }

  return (
    <Input
      hideLabel
      size="lg"
      label={t('pages.template_name')}
      maxLength={255}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={handleKeyDown}
      onBlur={save}
      ref={(field) => field?.focus()}
    />
  )
}
