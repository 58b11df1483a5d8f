import type { Estimate, EstimateType, Project } from '@cairn/contract'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { newId } from '#data/new-id.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useSentDialog } from '#data/use-sent-dialog.ts'
import { useChangeProject } from '#entities/project/change-hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { type NewSystem, useCreateEstimate } from './change-hooks.ts'
import { MappingStep } from './mapping-step.tsx'
import { TemplateStep } from './template-step.tsx'
import type { Template } from './templates.ts'
import { type ListedValue, ValueList } from './value-list.tsx'
import { freeName } from './value-order.ts'

interface EstimateWizardProps {
  slug: string
  project: Project
  /** Their names are taken. */
  estimates: readonly Estimate[]
  /** The system replaced by the new one. */
  replaced?: Estimate
  onClose: () => void
}

const steps = ['template', 'values', 'mapping'] as const
type Step = (typeof steps)[number]

/** Template, then values; if it replaces another system, the mapping of the old values. */
export default function EstimateWizard(props: EstimateWizardProps) {
  const { slug, project, estimates, replaced, onClose } = props
  const { t } = useTranslation()
  const { open, problem, setProblem, close, send } = useSentDialog(onClose)
  const [step, setStep] = useState<Step>('template')
  const [type, setType] = useState<EstimateType>('points')
  const [values, setValues] = useState<readonly ListedValue[]>([])
  const [heirs, setHeirs] = useState<Readonly<Record<string, string | null>>>({})
  const [writing, setWriting] = useState(false)
  const create = useCreateEstimate({ slug, project_id: project.id })
  const change = useChangeProject(slug, project.id)
  const shown = replaced ? steps : steps.slice(0, 2)
  const isLast = step === shown.at(-1)

  function pick(template: Template) {
    setValues(template.values.map((value) => ({ id: newId(), value, description: '' })))
    setStep('values')
  }

  /** The smallest value is probably meant to stay the smallest. */
  function map() {
    const guessed = replaced?.points.map(({ id }, index) => [id, values[index]?.id ?? null])
    setHeirs(Object.fromEntries(guessed ?? []))
    setStep('mapping')
  }

  function goBack() {
    setProblem(undefined)
    setStep(step === 'mapping' ? 'values' : 'template')
  }

  const bodyOf = (): NewSystem => ({
    estimate: {
      name: freeName(
        t(`estimates.system.${type}`),
        estimates.map(({ name }) => name),
      ),
      type,
      last_used: true,
    },
    estimate_points: values.map((value, index) => ({ ...value, key: index + 1 })),
    ...(replaced && {
      replaces: {
        estimate: replaced.id,
        points: replaced.points.map(({ id }) => {
          const place = values.findIndex((one) => one.id === heirs[id])
          return { id, key: place < 0 ? null : place + 1 }
        }),
      },
    }),
  })

  function handleSubmit() {
    if (writing) return setProblem(t('estimates.unsaved'))
    setProblem(undefined)
    if (!isLast) return map()
    const then = send('estimates.error_creating', () =>
      toast({ kind: 'success', title: t('estimates.created') }),
    )
    const id = create.mutate(bodyOf(), {
      ...then,
      onSuccess: (estimate) => {
        then.onSuccess?.(estimate)
        // A replacement of the active system is active already; a new one is activated here.
        if (!replaced) change.mutate({ estimate: id })
      },
      onFailure: (error) => {
        notifyFailure(t('estimates.error_creating'), error)
        then.onFailure?.(error)
        return true
      },
    })
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      dismissible={step === 'template'}
      title={
        <span className="flex items-center gap-2">
          {step !== 'template' && (
            <IconButton size="sm" icon={ArrowLeft} label={t('estimates.back')} onClick={goBack} />
          )}
          {t(replaced ? 'estimates.switch_title' : 'estimates.new_title')}
        </span>
      }
      description={t('estimates.step', {
        step: shown.indexOf(step) + 1,
        of: shown.length,
      })}
      footer={
        step !== 'template' && (
          <>
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button variant="primary" onClick={handleSubmit}>
              {t(!isLast ? 'estimates.next' : replaced ? 'estimates.switch' : 'estimates.create')}
            </Button>
          </>
        )
      }
    >
      {problem && (
        <div className="mb-4">
          <Banner boxed tone="danger">
            {problem}
          </Banner>
        </div>
      )}
      {step === 'template' && <TemplateStep type={type} onType={setType} onPick={pick} />}
      {step === 'values' && (
        <ValueList
          type={type}
          values={values}
          onWriting={setWriting}
          onChange={(id, written) =>
            setValues(values.map((one) => (one.id === id ? { id, ...written } : one)))
          }
          onAdd={(written) => {
            setValues([...values, { id: newId(), ...written }])
          }}
          onRemove={({ id }) => setValues(values.filter((one) => one.id !== id))}
          onArrange={(ids) =>
            setValues(ids.flatMap((id) => values.find((one) => one.id === id) ?? []))
          }
        />
      )}
      {step === 'mapping' && replaced && (
        <MappingStep
          former={replaced}
          type={type}
          values={values}
          heirs={heirs}
          onChange={(id, heir) => setHeirs({ ...heirs, [id]: heir })}
        />
      )}
    </Dialog>
  )
}
