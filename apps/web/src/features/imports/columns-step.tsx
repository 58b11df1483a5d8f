import {
  type DayOrder,
  dayOrders,
  type ImportColumn,
  type ImportField,
  type ImportReport,
  type ImportSettings,
  importFields,
  propertiesOfType,
  propertyColumn,
  propertyInColumn,
  type UploadedImport,
} from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useProjectTypes } from '#entities/work-item-type/hooks.ts'
import { useProperties } from '#entities/work-item-type/property-hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { FieldError } from '#ui/controls/field.tsx'
import { Panel } from '#ui/controls/form-layout.tsx'
import { Select } from '#ui/controls/select.tsx'
import { counted } from '#ui/platform/number.ts'
import { choose } from './columns.ts'
import { useCheck } from './hooks.ts'

interface ColumnsStepProps {
  slug: string
  uploaded: UploadedImport
  settings: ImportSettings
  onChange: (settings: ImportSettings) => void
  onBack: () => void
  onChecked: (report: ImportReport) => void
}

/** Assigns a field to each column. */
export function ColumnsStep({
  slug,
  uploaded,
  settings,
  onChange,
  onBack,
  onChecked,
}: ColumnsStepProps) {
  const { t } = useTranslation()
  const check = useCheck(slug, uploaded)
  const { columns } = settings
  const properties = usePropertyNames(slug, uploaded.project)
  const hasName = columns.includes('name')
  const { file_name, project_name, row_count } = uploaded
  const handleCheck = () =>
    check.mutate(settings, {
      onSuccess: onChecked,
      onError: (error) => notifyFailure(t('imports.not_checked'), error),
    })
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2 wrap-anywhere">
        {t('imports.found', { ...counted(row_count), file: file_name, project: project_name })}
      </p>
      <Panel>
        {uploaded.columns.map((column, index) => (
          <ColumnRow
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
            key={index}
            column={column}
            properties={properties}
            field={columns[index] ?? null}
            onChange={(field) => onChange({ ...settings, columns: choose(columns, index, field) })}
          />
        ))}
      </Panel>
      {!hasName && <FieldError>{t('imports.name_needed')}</FieldError>}
      <Readings settings={settings} onChange={onChange} />
      <div className="flex gap-2">
        <Button onClick={onBack}>{t('imports.other_file')}</Button>
        <Button variant="primary" disabled={!hasName} busy={check.isPending} onClick={handleCheck}>
          {t(check.isPending ? 'imports.checking' : 'imports.check')}
        </Button>
      </div>
    </div>
  )
}

/** Of the types the project uses, each name once. */
function usePropertyNames(slug: string, project_id: string): string[] {
  const types = useProjectTypes(slug, project_id)
  const properties = useProperties(slug, types.length > 0) ?? []
  const names = types.flatMap(({ id }) => propertiesOfType(properties, id).map(({ name }) => name))
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()]
}

const LEFT_OUT = 'left_out'

interface ColumnRowProps {
  column: ImportColumn
  /** The names of the properties of types. */
  properties: readonly string[]
  field: ImportField | null
  onChange: (field: ImportField | null) => void
}

function ColumnRow({ column, properties, field, onChange }: ColumnRowProps) {
  const { t } = useTranslation()
  const name = column.name || t('imports.unnamed')
  return (
    <div className="flex min-h-11 items-center gap-3 px-3 py-1.5 max-md:flex-col max-md:items-stretch max-md:gap-1.5">
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{name}</p>
        {column.samples.length > 0 && (
          <p className="truncate text-small text-ink-3">{column.samples.join(' · ')}</p>
        )}
      </div>
      <div className="w-48 shrink-0 max-md:w-full">
        <Select<ImportField | typeof LEFT_OUT>
          hideLabel
          label={t('imports.column_is', { name })}
          options={[
            { value: LEFT_OUT, label: t('imports.left_out') },
            ...importFields.map((value) => ({ value, label: t(`imports.fields.${value}`) })),
            ...properties.map((own) => ({ value: propertyColumn(own), label: own })),
          ]}
          value={field ?? LEFT_OUT}
          onChange={(next) => onChange(next === LEFT_OUT ? null : next)}
        />
      </div>
    </div>
  )
}

interface ReadingsProps {
  settings: ImportSettings
  onChange: (settings: ImportSettings) => void
}

const ASK = 'ask'

/** Options for ambiguous values; only if the file has such columns. */
function Readings({ settings, onChange }: ReadingsProps) {
  const { t } = useTranslation()
  const { columns, create_labels = false, day_order } = settings
  const hasDays = columns.some(
    (field) =>
      field === 'start_date' || field === 'target_date' || (field && propertyInColumn(field)),
  )
  return (
    <>
      {columns.includes('labels') && (
        <Checkbox
          label={t('imports.create_labels')}
          checked={create_labels}
          onChange={({ target }) => onChange({ ...settings, create_labels: target.checked })}
        />
      )}
      {hasDays && (
        <div className="w-72 max-w-full">
          <Select<DayOrder | typeof ASK>
            label={t('imports.day_order')}
            hint={t('imports.day_order_hint')}
            options={[
              { value: ASK, label: t('imports.day_orders.ask') },
              ...dayOrders.map((value) => ({ value, label: t(`imports.day_orders.${value}`) })),
            ]}
            value={day_order ?? ASK}
            onChange={(next) => onChange({ ...settings, day_order: next === ASK ? null : next })}
          />
        </div>
      )}
    </>
  )
}
