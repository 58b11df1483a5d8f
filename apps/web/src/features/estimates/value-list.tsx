import { type EstimateType, MAX_ESTIMATE_POINTS, MIN_ESTIMATE_POINTS } from '@cairn/contract'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Panel } from '#ui/controls/form-layout.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { useSortable } from '#ui/lists/sortable.ts'
import { SortableHandle } from '#ui/lists/sortable-menu.tsx'
import { DropMark, sortableLook } from '#ui/lists/sortable-parts.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { ValueForm, type WrittenValue } from './value-form.tsx'
import { moveByStep, moveTo } from './value-order.ts'
import { valueText } from './value-text.ts'

export interface ListedValue extends WrittenValue {
  id: string
}

interface ValueListProps {
  type: EstimateType
  values: readonly ListedValue[]
  onChange: (id: string, written: WrittenValue) => void
  onAdd: (written: WrittenValue) => void
  onRemove: (value: ListedValue) => void
  onArrange: (ids: string[]) => void
  /** Called while a value is being edited: it is not in the list yet. */
  onWriting?: (writing: boolean) => void
}

/** The values of a system in order: edited, added, moved and removed in place. */
export function ValueList(props: ValueListProps) {
  const { type, values, onChange, onAdd, onRemove, onArrange, onWriting } = props
  const { t } = useTranslation()
  const [writing, setWriting] = useState<string>()
  const stop = () => setWriting(undefined)
  useEffect(() => onWriting?.(writing !== undefined), [writing, onWriting])
  const others = (id?: string) => values.filter((one) => one.id !== id).map(({ value }) => value)
  const arrange = (next: ListedValue[]) => onArrange(next.map(({ id }) => id))

  return (
    <>
      <Panel>
        {values.map((one, index) =>
          writing === one.id ? (
            <ValueForm
              key={one.id}
              type={type}
              first={one}
              others={others(one.id)}
              onSave={(written) => isOther(one, written) && onChange(one.id, written)}
              onClose={stop}
            />
          ) : (
            <ValueRow
              key={one.id}
              text={valueText(type, one.value)}
              description={one.description}
              id={one.id}
              steps={[
                ...(index > 0 ? (['up'] as const) : []),
                ...(index < values.length - 1 ? (['down'] as const) : []),
              ]}
              removable={values.length > MIN_ESTIMATE_POINTS}
              onEdit={() => setWriting(one.id)}
              onRemove={() => onRemove(one)}
              onStep={(step) => arrange(moveByStep(values, one.id, step))}
              onDrop={(moved, place) => arrange(moveTo(values, moved, one.id, place))}
            />
          ),
        )}
        {writing === 'new' && (
          <ValueForm type={type} first={nothing} others={others()} onSave={onAdd} onClose={stop} />
        )}
      </Panel>
      {values.length < MAX_ESTIMATE_POINTS && writing !== 'new' && (
        <Button variant="ghost" icon={Plus} className="mt-2" onClick={() => setWriting('new')}>
          {t('estimates.add_value')}
        </Button>
      )}
    </>
  )
}

const nothing: WrittenValue = { value: '', description: '' }

const isOther = (before: WrittenValue, { value, description }: WrittenValue) =>
  value !== before.value || description !== before.description

interface ValueRowProps {
  id: string
  text: string
  description: string
  steps: readonly ('up' | 'down')[]
  removable: boolean
  onEdit: () => void
  onRemove: () => void
  onStep: (step: 'up' | 'down') => void
  onDrop: (moved: string, place: 'before' | 'after') => void
}

function ValueRow(props: ValueRowProps) {
  const { id, text, description, steps, removable, onEdit, onRemove, onStep, onDrop } = props
  const { t } = useTranslation()
  const { itemProps, handleProps, dragging, drop } = useSortable({
    kind: 'estimate-value',
    id,
    name: text,
    steps,
    onStep: (step) => (step === 'up' || step === 'down') && onStep(step),
    onDrop: (moved, place) => place !== 'inside' && onDrop(moved, place),
  })
  return (
    <div
      {...itemProps}
      className={classNames(
        'flex min-h-10 items-center gap-2 py-1 pr-2 pl-2 hover:bg-hover',
        sortableLook(dragging, drop),
      )}
    >
      <SortableHandle {...handleProps} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the pencil beside it does the same */}
      <span className="min-w-0 grow truncate" onDoubleClick={onEdit}>
        {text}
        {description && <span className="ml-2 text-small text-ink-3">{description}</span>}
      </span>
      <IconButton
        size="sm"
        icon={Pencil}
        label={t('estimates.edit_value', { value: text })}
        onClick={onEdit}
      />
      <IconButton
        size="sm"
        icon={Trash2}
        label={t(removable ? 'estimates.remove_value' : 'estimates.needed', { value: text })}
        disabled={!removable}
        onClick={onRemove}
      />
      <DropMark drop={drop} />
    </div>
  )
}
