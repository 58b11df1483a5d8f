import type { Cycle } from '@cairn/contract'
import { useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { sentenceOf } from '#data/notify-failure.ts'
import { useSentDialog } from '#data/use-sent-dialog.ts'
import { areDaysFree, useChangeCycle, useCreateCycle } from '#entities/cycle/hooks.ts'
import { isWritable, useJoinedProjects } from '#entities/project/hooks.ts'
import { ProjectPicker } from '#entities/project/project-picker.tsx'
import { FieldError } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Textarea } from '#ui/controls/textarea.tsx'
import type { DayRange } from '#ui/dates/date-range-picker.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { CycleDatesField } from './cycle-dates-field.tsx'
import { daysOf, useTakenDays } from './taken-days.ts'

interface CycleDialogProps {
  slug: string
  project_id: string
  /** The cycle to edit; undefined: a new one. */
  cycle?: Cycle
  onClose: () => void
}

const MAX_LENGTH = 255

export default function CycleDialog(props: CycleDialogProps) {
  const { slug, project_id: first, cycle, onClose } = props
  const { t } = useTranslation()
  const nameField = useRef<HTMLInputElement>(null)
  const { open, problem, nameProblem, setProblem, close, send } = useSentDialog(onClose)
  const [project_id, setProject] = useState(first)
  const [name, setName] = useState(cycle?.name ?? '')
  const [description, setDescription] = useState(cycle?.description ?? '')
  const [days, setDays] = useState<DayRange>(() => daysOf(cycle))
  const [tried, setTried] = useState(false)
  const [checking, setChecking] = useState(false)
  const joined = useJoinedProjects(slug) ?? []
  const projects = joined.filter((project) => project.cycle_view && isWritable(project))
  const { taken, overlapText } = useTakenDays({ slug, project_id }, cycle)
  const create = useCreateCycle({ slug, project_id })
  const change = useChangeCycle({ slug, project_id })
  const overlap = t('refusals.cycle_overlap')
  const nameError =
    (tried && !name.trim() && t('cycles.name_required')) ||
    (name.length > MAX_LENGTH && t('cycles.name_too_long')) ||
    undefined

  /** Other users may have added cycles since: the server is asked, and checks again when saving. */
  async function areFree({ start, end }: DayRange): Promise<boolean> {
    if (!start || !end) return true
    const of = cycle && { cycle_id: cycle.id }
    return areDaysFree({ slug, project_id }, { start_date: start, end_date: end, ...of })
  }

  async function handleSubmit() {
    setTried(true)
    setProblem(undefined)
    if (!name.trim() || name.length > MAX_LENGTH || checking) return
    const said = { name: name.trim(), description: description.trim() }
    const body = { ...said, start_date: days.start, end_date: days.end }
    if (cycle) {
      if (!(await isChecked())) return
      const done = () => void toast({ kind: 'success', title: t('cycles.updated', said) })
      change.mutate({ id: cycle.id, patch: body }, send('cycles.not_updated', done))
      return
    }
    // The server checks the days of a new one itself.
    const done = () => void toast({ kind: 'success', title: t('cycles.created', said) })
    create.mutate(body, send('cycles.not_created', done))
  }

  async function isChecked() {
    setChecking(true)
    try {
      const isFree = await areFree(days)
      if (!isFree) setProblem(overlap)
      return isFree
    } catch (error) {
      setProblem(sentenceOf(error) ?? t('cycles.not_updated'))
      return false
    } finally {
      setChecking(false)
    }
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      dismissible={name === (cycle?.name ?? '')}
      title={t(cycle ? 'cycles.edit_title' : 'cycles.create_title')}
      initialFocus={nameField}
      onSubmit={() => void handleSubmit()}
      action={t(cycle ? 'cycles.update' : 'cycles.create')}
      busy={checking}
      problem={problem === overlap ? undefined : problem}
    >
      {!cycle && <ProjectPicker projects={projects} value={project_id} onChange={setProject} />}
      <Input
        ref={nameField}
        size="lg"
        label={t('cycles.name')}
        required
        maxLength={MAX_LENGTH}
        value={name}
        error={nameProblem ?? nameError}
        onChange={(event) => {
          setName(event.target.value)
          setProblem(undefined)
        }}
      />
      <Textarea
        label={t('cycles.description')}
        maxLength={10_000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <div>
        <div className="flex">
          <CycleDatesField
            value={days}
            taken={taken}
            onChange={(next) => {
              setDays(next)
              setProblem(undefined)
            }}
          />
        </div>
        {problem === overlap && <FieldError>{overlapText(days)}</FieldError>}
      </div>
    </FormDialog>
  )
}
