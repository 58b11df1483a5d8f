import {
  type Import,
  type ImportProblem,
  type ImportReport,
  type ImportSettings,
  type importFields,
  propertyInColumn,
  type UploadedImport,
} from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { Cell, HeadCell, Table, TableRow } from '#ui/lists/table.tsx'
import { counted, groupedNumber } from '#ui/platform/number.ts'
import { useRun } from './hooks.ts'

interface ReportStepProps {
  slug: string
  uploaded: UploadedImport
  settings: ImportSettings
  report: ImportReport
  onBack: () => void
  onStarted: (started: Import) => void
}

/** Preview; nothing is imported yet. */
export function ReportStep({
  slug,
  uploaded,
  settings,
  report,
  onBack,
  onStarted,
}: ReportStepProps) {
  const { t } = useTranslation()
  const run = useRun(slug, uploaded)
  const { good_count, repeated_count, problem_count, new_labels, problems } = report
  const handleRun = () =>
    run.mutate(settings, {
      onSuccess: onStarted,
      onError: (error) => notifyFailure(t('imports.not_started'), error),
    })
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-3 gap-3 max-md:grid-cols-1">
        <Sum label={t('imports.sums.good')} value={good_count} />
        <Sum label={t('imports.sums.repeated')} value={repeated_count} />
        <Sum label={t('imports.sums.problems')} value={problem_count} />
      </dl>
      {new_labels.length > 0 && (
        <p className="text-ink-2 wrap-anywhere">
          {t('imports.new_labels', {
            ...counted(new_labels.length),
            names: new_labels.slice(0, 20).join(', '),
          })}
        </p>
      )}
      {problems.length > 0 && <Problems problems={problems} />}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onBack}>{t('imports.back')}</Button>
        <Button
          variant="primary"
          disabled={good_count === 0}
          busy={run.isPending}
          onClick={handleRun}
        >
          {good_count > 0 ? t('imports.run', counted(good_count)) : t('imports.nothing')}
        </Button>
      </div>
    </div>
  )
}

function Sum({ label, value }: { label: string; value: number }) {
  return (
    <div className="rounded-md border border-line-subtle px-3 py-2">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="text-title font-semibold tabular-nums">{groupedNumber(value)}</dd>
    </div>
  )
}

/** Thousands of them are not all shown at first, but can be. */
const STEP = 100

function Problems({ problems }: { problems: readonly ImportProblem[] }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(STEP)
  const left = problems.length - shown
  return (
    <section>
      <h3 className="font-medium">{t('imports.problems')}</h3>
      <p className="text-ink-2">{t('imports.problems_text')}</p>
      <div className="mt-2 flex max-h-96 flex-col overflow-hidden rounded-lg border border-line [&_tr:last-child>td]:border-b-0">
        <Table label={t('imports.problems')} className="table-fixed">
          <thead>
            <tr>
              <HeadCell className="w-18">{t('imports.row')}</HeadCell>
              <HeadCell className="w-32 max-md:hidden">{t('imports.field')}</HeadCell>
              <HeadCell>{t('imports.problem')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {problems.slice(0, shown).map(({ row, field, message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
              <TableRow key={index}>
                <Cell>
                  <span className="text-ink-2 tabular-nums">{groupedNumber(row)}</span>
                </Cell>
                <Cell className="max-md:hidden">
                  <span className="text-ink-2">
                    {propertyInColumn(field) ??
                      t(`imports.fields.${field as (typeof importFields)[number]}`)}
                  </span>
                </Cell>
                <Cell className="whitespace-normal!">
                  <span className="min-w-0 py-1.5 wrap-anywhere">{message}</span>
                </Cell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      </div>
      {left > 0 && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-2"
          onClick={() => setShown(shown + 5 * STEP)}
        >
          {t('imports.more_problems', counted(left))}
        </Button>
      )}
    </section>
  )
}
