import { MAX_PROPERTY_OPTIONS } from '@cairn/contract'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '#data/i18n.ts'
import { newId } from '#data/new-id.ts'
import { Button } from '#ui/controls/button.tsx'
import { FieldError } from '#ui/controls/field.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { labelColours } from '#ui/controls/label-colours.ts'
import { ColourButton } from '#ui/controls/row-form.tsx'
import { useSortable } from '#ui/lists/sortable.ts'
import { SortableHandle } from '#ui/lists/sortable-menu.tsx'
import { DropMark, sortableLook } from '#ui/lists/sortable-parts.tsx'
import { Dot } from '#ui/people/badge.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import type { TypedOption } from './property-values.ts'

interface OptionRowsProps {
  options: readonly TypedOption[]
  /** Ids of those that new items get. */
  defaults: readonly string[]
  problem: string | undefined
  onChange: (options: TypedOption[]) => void
  onDefault: (id: string, on: boolean) => void
}

/** The options of a property, in order. Enter adds the next one. */
export function OptionRows({ options, defaults, problem, onChange, onDefault }: OptionRowsProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)

  function add(after = options.length - 1) {
    const used = options.map(({ color }) => color)
    const free = labelColours.find(({ hex }) => !used.includes(hex)) ?? labelColours[0]
    // At once: the next letter belongs to the new option.
    flushSync(() =>
      onChange(options.toSpliced(after + 1, 0, { id: newId(), name: '', color: free.hex })),
    )
    list.current?.querySelectorAll<HTMLInputElement>('[data-option]')[after + 1]?.focus()
  }

  function move(id: string, to: number) {
    const from = options.findIndex((one) => one.id === id)
    const moved = options[from]
    if (moved) onChange(options.toSpliced(from, 1).toSpliced(to, 0, moved))
  }

  function handleKey(event: KeyboardEvent, at: number) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const isEmpty = options[at]?.name.trim() === ''
    if (!isEmpty && options.length < MAX_PROPERTY_OPTIONS) add(at)
  }

  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t('properties.options')}</legend>
      <div className="flex items-center gap-2">
        <span aria-hidden className="grow font-medium">
          {t('properties.options')}
        </span>
        <Button
          size="sm"
          variant="ghost"
          icon={Plus}
          disabled={options.length >= MAX_PROPERTY_OPTIONS}
          onClick={() => add()}
        >
          {t('properties.add_option')}
        </Button>
      </div>
      <ul ref={list} className="mt-1 flex flex-col gap-1">
        {options.map((option, at) => (
          <li key={option.id}>
            <OptionRow
              option={option}
              at={at}
              count={options.length}
              isDefault={defaults.includes(option.id)}
              onDefault={(on) => onDefault(option.id, on)}
              onChange={(change) => onChange(options.with(at, { ...option, ...change }))}
              onRemove={() => onChange(options.toSpliced(at, 1))}
              onDropAt={(id, place) => {
                const others = options.filter((one) => one.id !== id)
                const target = others.findIndex((one) => one.id === option.id)
                move(id, target + (place === 'after' ? 1 : 0))
              }}
              onStep={(step) => move(option.id, at + (step === 'up' ? -1 : 1))}
              onKey={(event) => handleKey(event, at)}
            />
          </li>
        ))}
      </ul>
      {problem && <FieldError>{problem}</FieldError>}
    </fieldset>
  )
}

interface OptionRowProps {
  option: TypedOption
  at: number
  count: number
  isDefault: boolean
  onDefault: (on: boolean) => void
  onChange: (change: Partial<TypedOption>) => void
  onRemove: () => void
  onDropAt: (moved: string, place: 'before' | 'after') => void
  onStep: (step: 'up' | 'down') => void
  onKey: (event: KeyboardEvent) => void
}

function OptionRow(props: OptionRowProps) {
  const { option, at, count, isDefault, onDefault, onChange, onRemove, onDropAt, onStep, onKey } =
    props
  const { t } = useTranslation()
  const { id, color } = option
  const name = option.name || t('properties.option_number', { number: at + 1 })
  const { itemProps, handleProps, dragging, drop } = useSortable({
    kind: 'work-item-property-option',
    ...{ id, name },
    onDrop: (moved, place) => place !== 'inside' && onDropAt(moved, place),
    steps: (['up', 'down'] as const).filter((step) => (step === 'up' ? at > 0 : at < count - 1)),
    onStep: (step) => (step === 'up' || step === 'down') && onStep(step),
  })
  return (
    <div
      {...itemProps}
      className={classNames('group/option flex items-center gap-2', sortableLook(dragging, drop))}
    >
      <SortableHandle {...handleProps} />
      <ColourButton
        label={t('properties.option_color', { name })}
        value={color}
        onChange={(hex) => onChange({ color: hex })}
      >
        <Dot colour={color} />
      </ColourButton>
      <div className="min-w-0 grow">
        <Input
          hideLabel
          data-option=""
          label={t('properties.option_name', { number: at + 1 })}
          maxLength={255}
          autoComplete="off"
          value={option.name}
          onChange={(event) => onChange({ name: event.target.value })}
          onKeyDown={onKey}
        />
      </div>
      <Button
        size="sm"
        variant={isDefault ? 'secondary' : 'ghost'}
        aria-pressed={isDefault}
        aria-label={t('properties.default_option', { name })}
        onClick={() => onDefault(!isDefault)}
        className={classNames(
          !isDefault &&
            'until-hover group-focus-within/option:opacity-100 group-hover/option:opacity-100',
        )}
      >
        {t('properties.default')}
      </Button>
      <IconButton
        size="sm"
        icon={X}
        label={t('properties.remove_option', { name })}
        onClick={onRemove}
      />
      <DropMark drop={drop} />
    </div>
  )
}
