import { type Cycle, dayOfCycle, overlapSentence } from '@cairn/contract'
import { useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { sentenceOf } from '#data/notify-failure.ts'
import { useSentDialog } from '#data/use-sent-dialog.ts'
import { areDaysFree, useChangeCycle, useCreateCycle } from '#entities/cycle/hooks.ts'
import { isWritable, useJoinedProjects } from '#entities/project/hooks.ts'
import { ProjectPicker } from '#entities/project/project-picker.tsx'
import { Button } from '#ui/controls/button.tsx'
import { FormFields } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Textarea } from '#ui/controls/textarea.tsx'
import type { DayRange } from '#ui/dates/date-range-picker.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { CycleDatesField } from './cycle-dates-field.tsx'

interface CycleDialogProps {
  slug: string
  project_id: string
  /** The one to change; without, a new one. */
  cycle?: Cycle
  onClose: () => void
}

const MAX_LENGTH = 255

export default function CycleDialog(props: CycleDialogProps) {
  const { slug, project_id: first, cycle, onClose } = props
  const { t } = useTranslation()
  const nameField = useRef<HTMLInputElement>(null)
  const { open, problem, setProblem, close, send } = useSentDialog(onClose)
  const [project_id, setProject] = useState(first)
  const [name, setName] = useState(cycle?.name ?? '')
  const [description, setDescription] = useState(cycle?.description ?? '')
  const [days, setDays] = useState<DayRange>(() => daysOf(cycle))
  const [tried, setTried] = useState(false)
  const [checking, setChecking] = useState(false)
  const joined = useJoinedProjects(slug) ?? []
  const projects = joined.filter((project) => project.cycle_view && isWritable(project))
  const create = useCreateCycle({ slug, project_id })
  const change = useChangeCycle({ slug, project_id })
  const nameError =
    (tried && !name.trim() && t('cycles.name_required')) ||
    (name.length > MAX_LENGTH && t('cycles.name_too_long')) ||
    undefined

  /** Other people's cycles may have come since: the server is asked, and asks itself again. */
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
      const done = () => void toast({ kind: 'success', title: t('cycles.updated') })
      change.mutate({ id: cycle.id, patch: body }, send('cycles.not_updated', done))
      return
    }
    // The server checks the days of a new one itself.
    const done = () => void toast({ kind: 'success', title: t('cycles.created') })
    create.mutate(body, send('cycles.not_created', done))
  }

  async function isChecked() {
    setChecking(true)
    try {
      const isFree = await areFree(days)
      if (!isFree) setProblem(t('cycles.overlap'))
      return isFree
    } catch (error) {
      setProblem(sentenceOf(error) ?? t('cycles.not_updated'))
      return false
    } finally {
      setChecking(false)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      dismissible={name === (cycle?.name ?? '')}
      title={t(cycle ? 'cycles.edit_title' : 'cycles.create_title')}
      initialFocus={nameField}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={checking}>
            {t(cycle ? 'cycles.update' : 'cycles.create')}
          </Button>
        </>
      }
    >
      <FormFields>
        {problem && (
          <Banner boxed tone="danger">
            {problem === overlapSentence ? t('cycles.overlap') : problem}
          </Banner>
        )}
        {!cycle && <ProjectPicker projects={projects} value={project_id} onChange={setProject} />}
        <Input
          ref={nameField}
          size="lg"
          label={t('cycles.name')}
          required
          maxLength={MAX_LENGTH}
          value={name}
          error={nameError}
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
        <div className="flex">
          <CycleDatesField
            value={days}
            onChange={(next) => {
              setDays(next)
              setProblem(undefined)
            }}
          />
        </div>
      </FormFields>
    </Dialog>
  )
}

export const daysOf = (cycle: Cycle | undefined): DayRange => ({
  start: dayOfCycle(cycle?.start_date ?? null),
  end: dayOfCycle(cycle?.end_date ?? null),
})
