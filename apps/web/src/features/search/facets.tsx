import type { Project, SearchFacets } from '@cairn/contract'
import { searchAges } from '@cairn/contract'
import { Search } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { kindIcons } from './kind-icons.ts'
import type { Question } from './search-address.ts'

interface FacetsProps {
  question: Question
  facets: SearchFacets | undefined
  projects: ReadonlyMap<string, Project>
  onChange: (change: Partial<Question>) => void
}

/** The results by facet: each row shows how many it would leave. */
export function Facets({ question, facets, projects, onChange }: FacetsProps) {
  const { t } = useTranslation()
  const kinds = facets?.kinds ?? []
  const total = kinds.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="flex flex-col gap-5">
      <Section title={t('search.type')}>
        <Choice
          icon={Search}
          label={t('search.everything')}
          count={facets && total}
          chosen={question.kind === undefined}
          onChoose={() => onChange({ kind: undefined })}
        />
        {kinds.map(({ kind, count }) => (
          <Choice
            key={kind}
            icon={kindIcons[kind]}
            label={t(`search.kind.${kind}`)}
            count={count}
            chosen={question.kind === kind}
            onChoose={() => onChange({ kind: question.kind === kind ? undefined : kind })}
          />
        ))}
      </Section>
      <ProjectFacet
        question={question}
        found={facets?.projects ?? []}
        projects={projects}
        onChange={onChange}
      />
      <StateFacet question={question} facets={facets} onChange={onChange} />
      <Section title={t('search.updated')}>
        <Choice
          label={t('search.updates.any')}
          count={facets?.updated.any}
          chosen={question.updated === undefined}
          onChoose={() => onChange({ updated: undefined })}
        />
        {searchAges.map((age) => (
          <Choice
            key={age}
            label={t(`search.updates.${age}`)}
            count={facets?.updated[age]}
            chosen={question.updated === age}
            onChoose={() => onChange({ updated: age })}
          />
        ))}
      </Section>
    </div>
  )
}

interface ProjectFacetProps extends Pick<FacetsProps, 'question' | 'projects' | 'onChange'> {
  found: SearchFacets['projects']
}

function ProjectFacet({ question, found, projects, onChange }: ProjectFacetProps) {
  const { t } = useTranslation()
  const shown = found.flatMap(({ id, count }) => {
    const project = projects.get(id)
    return project ? [{ project, count }] : []
  })
  if (shown.length === 0) return null
  const { projects: chosen } = question
  const toggle = (id: string) =>
    chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
  return (
    <Section title={t('search.project')}>
      {shown.map(({ project, count }) => (
        <Check
          key={project.id}
          icon={projectLogo(project)}
          label={project.name}
          count={count}
          checked={chosen.includes(project.id)}
          onToggle={() => onChange({ projects: toggle(project.id) })}
        />
      ))}
    </Section>
  )
}

const pair = ['open', 'closed'] as const

function StateFacet({ question, facets, onChange }: Omit<FacetsProps, 'projects'>) {
  const { t } = useTranslation()
  const { state } = question
  const isChecked = (one: (typeof pair)[number]) => state === 'any' || state === one
  function toggle(one: (typeof pair)[number]) {
    const other = one === 'open' ? 'closed' : 'open'
    if (isChecked(one)) return state === 'any' ? other : undefined
    return state === other ? 'any' : one
  }
  return (
    <Section title={t('search.state')}>
      {pair.map((one) => (
        <Check
          key={one}
          label={t(`search.states.${one}`)}
          count={facets?.states[one]}
          checked={isChecked(one)}
          onToggle={() => onChange({ state: toggle(one) })}
        />
      ))}
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="px-2 pb-1.5 text-small font-medium text-ink-3">
        {title}
      </h2>
      {children}
    </section>
  )
}

const line = 'flex h-7 w-full items-center gap-2 rounded-md px-2 max-md:h-11'

function HowMany({ of: count }: { of: number | undefined }) {
  if (count === undefined) return null
  return (
    <span className="ml-auto shrink-0 pl-2 text-small text-ink-3 tabular-nums">
      {groupedNumber(count)}
    </span>
  )
}

interface ChoiceProps {
  icon?: IconLike
  label: string
  count: number | undefined
  chosen: boolean
  onChoose: () => void
}

function Choice({ icon, label, count, chosen, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={classNames(
        line,
        'text-left hover:bg-hover',
        chosen ? 'bg-pressed font-medium text-ink' : 'text-ink-2',
      )}
    >
      {icon && <Icon of={icon} className="text-ink-3" />}
      <span className="min-w-0 truncate">{label}</span>
      <HowMany of={count} />
    </button>
  )
}

interface CheckProps extends Pick<ChoiceProps, 'icon' | 'label' | 'count'> {
  checked: boolean
  onToggle: () => void
}

function Check({ icon, label, count, checked, onToggle }: CheckProps) {
  const shown = (
    <span className="flex min-w-0 grow items-center gap-2 text-ink-2">
      {icon && <Icon of={icon} />}
      <span className="min-w-0 truncate">{label}</span>
      <HowMany of={count} />
    </span>
  )
  return (
    <Checkbox
      label={shown}
      checked={checked}
      onChange={onToggle}
      className={`${line} w-full! hover:bg-hover`}
    />
  )
}
