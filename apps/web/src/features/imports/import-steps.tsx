import type { Import, ImportReport, ImportSettings, UploadedImport } from '@cairn/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { suggestedOf } from './columns.ts'
import { ColumnsStep } from './columns-step.tsx'
import { FileStep } from './file-step.tsx'
import { ReportStep } from './report-step.tsx'
import { ResultStep } from './result-step.tsx'

/** The data so far decides the current step. */
interface Progress {
  uploaded?: UploadedImport
  settings?: ImportSettings
  report?: ImportReport
  started?: Import
}

const steps = ['file', 'columns', 'check', 'import'] as const

function stepOf({ uploaded, report, started }: Progress): (typeof steps)[number] {
  if (started) return 'import'
  if (report) return 'check'
  return uploaded ? 'columns' : 'file'
}

/** From a file to work items: select it, assign its columns, preview, import. */
export function ImportSteps({ slug }: { slug: string }) {
  const [progress, setProgress] = useState<Progress>({})
  const { uploaded, settings, report, started } = progress
  const step = stepOf(progress)
  const startAnew = () => setProgress({})

  function show(): ReactNode {
    if (started) return <ResultStep slug={slug} started={started} onAnother={startAnew} />
    if (!uploaded || !settings) {
      return (
        <FileStep
          slug={slug}
          onUploaded={(next) =>
            setProgress({ uploaded: next, settings: { columns: suggestedOf(next.columns) } })
          }
        />
      )
    }
    if (!report) {
      return (
        <ColumnsStep
          slug={slug}
          uploaded={uploaded}
          settings={settings}
          onChange={(next) => setProgress({ uploaded, settings: next })}
          onBack={startAnew}
          onChecked={(found) => setProgress({ uploaded, settings, report: found })}
        />
      )
    }
    return (
      <ReportStep
        slug={slug}
        uploaded={uploaded}
        settings={settings}
        report={report}
        onBack={() => setProgress({ uploaded, settings })}
        onStarted={(next) => setProgress({ started: next })}
      />
    )
  }

  return (
    <div className="mt-6 rounded-lg border border-line bg-surface">
      <StepNames current={step} />
      <div className="p-4">{show()}</div>
    </div>
  )
}

function StepNames({ current }: { current: (typeof steps)[number] }) {
  const { t } = useTranslation()
  const at = steps.indexOf(current)
  return (
    <ol
      aria-label={t('imports.steps_label')}
      className="flex flex-wrap gap-x-5 gap-y-1 border-b border-line-subtle px-4 py-2.5 text-small"
    >
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          className={classNames(
            'flex items-center gap-1.5',
            step === current ? 'font-medium text-ink' : 'text-ink-3',
          )}
        >
          <span
            aria-hidden
            className={classNames(
              'grid size-4.5 place-items-center rounded-full text-micro font-medium tabular-nums',
              index <= at ? 'bg-accent text-on-accent' : 'bg-hover text-ink-2',
            )}
          >
            {index + 1}
          </span>
          {t(`imports.steps.${step}`)}
        </li>
      ))}
    </ol>
  )
}
