import { Combobox } from '@base-ui/react/combobox'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Check, Plus } from 'lucide-react'
import { Fragment, type Ref, useImperativeHandle, useRef } from 'react'
import { Icon } from '../icons/icon.tsx'
import { itemLook } from '../overlays/popup-look.ts'
import { classNames } from '../theme/class-names.ts'
import type { Option } from './combobox.tsx'
import { createValue } from './combobox-options.ts'
import { Kbd } from './kbd.tsx'

interface ComboboxListProps {
  options: readonly Option[]
  virtual: boolean
  multiple: boolean
  /** The first nine can be picked by their number. */
  numbered: boolean
  ref: Ref<{ scrollTo: (index: number) => void }>
}

const listLook = 'min-h-0 grow overflow-y-auto overscroll-contain scroll-py-1 p-1 empty:hidden'

const MAX_NUMBER = 9

interface FaceProps {
  option: Option
  /** From 1; undefined if number keys do nothing. */
  number: number | undefined
}

function Face({ option, number }: FaceProps) {
  const icon = option.value === createValue ? Plus : option.icon
  return (
    <>
      {icon && (
        <span className="grid w-4 shrink-0 place-items-center text-ink-3">
          <Icon of={icon} />
        </span>
      )}
      <span className="truncate">{option.label}</span>
      <span className="ml-auto flex shrink-0 items-center gap-2 pl-4 text-small text-ink-3">
        {option.hint}
        <Combobox.ItemIndicator>
          <Icon of={Check} />
        </Combobox.ItemIndicator>
        {number && number <= MAX_NUMBER && (
          <span className="inline-flex max-md:hidden">
            <Kbd keys={String(number)} />
          </span>
        )}
      </span>
    </>
  )
}

function Heading({ text }: { text: string }) {
  return (
    <div
      role="presentation"
      className="flex h-6 items-center px-2 text-micro font-medium text-ink-3"
    >
      {text}
    </div>
  )
}

function PlainList({ options, numbered, ref }: ComboboxListProps) {
  const box = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({
    // Base UI keeps the highlighted option in view by itself here.
    scrollTo: () => undefined,
  }))
  return (
    <Combobox.List ref={box} className={listLook}>
      {options.map((option, index) => (
        <Fragment key={option.value}>
          {option.group && option.group !== options[index - 1]?.group && (
            <Heading text={option.group} />
          )}
          <Combobox.Item value={option} disabled={option.disabled} className={itemLook}>
            <Face option={option} number={numbered ? index + 1 : undefined} />
          </Combobox.Item>
        </Fragment>
      ))}
    </Combobox.List>
  )
}

function VirtualList({ options, numbered, ref }: ComboboxListProps) {
  const box = useRef<HTMLDivElement>(null)
  const height = matchMedia('(width < 768px)').matches ? 44 : 28
  const virtualizer = useVirtualizer({
    count: options.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 10,
    paddingStart: 4,
    paddingEnd: 4,
  })
  useImperativeHandle(ref, () => ({
    scrollTo: (index) => queueMicrotask(() => virtualizer.scrollToIndex(index)),
  }))
  return (
    <Combobox.List
      ref={box}
      className={classNames(listLook, 'py-0')}
      style={{ height: virtualizer.getTotalSize() }}
    >
      <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, size }) => {
          const option = options[index]
          if (!option) return null
          return (
            <Combobox.Item
              key={option.value}
              index={index}
              value={option}
              disabled={option.disabled}
              aria-setsize={options.length}
              aria-posinset={index + 1}
              className={classNames(itemLook, 'absolute inset-x-0 top-0')}
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              <Face option={option} number={numbered ? index + 1 : undefined} />
            </Combobox.Item>
          )
        })}
      </div>
    </Combobox.List>
  )
}

export function ComboboxList(props: ComboboxListProps) {
  return props.virtual ? <VirtualList {...props} /> : <PlainList {...props} />
}
