import type { State, WorkItem } from '@cairn/contract'
import { Ellipsis } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import type { TFunction } from '#data/i18n.ts'
import type { SyncMark } from '#data/outbox-state.ts'
import { SyncTag } from '#entities/frame/sync-tag.tsx'
import { stateLook } from '#entities/state/state-look.ts'
import { itemAddress } from '#entities/work-item/item-address.ts'
import { isDraft, keyText } from '#entities/work-item-list/is-draft.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { noHover } from '#ui/platform/no-hover.ts'
import { classNames } from '#ui/theme/class-names.ts'

/** What all blocks share. One object, so that a block is rendered again only when it changed. */
export interface BlockContext {
  t: TFunction
  slug: string
  states: ReadonlyMap<string, State>
  identifiers: ReadonlyMap<string, string>
  showsKey: boolean
  /** Changes that wait for the network or for a decision, by item. */
  marks: ReadonlyMap<string, SyncMark>
  /** Makes a block draggable; returns a cleanup function. */
  attachDrag: ((block: HTMLElement, id: string) => () => void) | undefined
}

interface ItemBlockProps {
  item: WorkItem
  context: BlockContext
  canChange: boolean
  peeked: boolean
  /** Just moved here. */
  arrived: boolean
  menuOpen: boolean
}

/** An item on its day. */
export const ItemBlock = memo(function ItemBlock(props: ItemBlockProps) {
  const { item, context, canChange, peeked, arrived, menuOpen } = props
  const { t, attachDrag } = context
  const [lively, setLively] = useState(false)
  const [carried, setCarried] = useState(false)
  const wake = lively ? undefined : () => setLively(true)
  const block = useRef<HTMLDivElement>(null)
  const mark = context.marks.get(item.id)
  const draft = isDraft(item)
  const isSending = draft && !mark
  const identifier = draft ? undefined : keyText(context.identifiers.get(item.project_id), item)
  const state = context.states.get(item.state_id)
  const draggable = lively && canChange && !draft

  useEffect(
    () => (draggable && block.current ? attachDrag?.(block.current, item.id) : undefined),
    [draggable, attachDrag, item.id],
  )

  const text = (
    <>
      {identifier && context.showsKey && (
        <span className="shrink-0 text-micro text-ink-3">
          <Identifier value={identifier} />
        </span>
      )}
      <span className="min-w-0 grow truncate">{item.name}</span>
    </>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link inside is the control; this only notices the pointer
    <div
      ref={block}
      data-item={item.id}
      aria-busy={isSending || undefined}
      onPointerMove={wake}
      onFocus={wake}
      onDragStart={() => setCarried(true)}
      onDragEnd={() => setCarried(false)}
      className={classNames(
        'group/block relative flex h-7 items-center rounded-md border bg-raised text-small shadow-lift-0 max-md:h-11 max-md:text-[15px]',
        peeked
          ? 'border-accent shadow-[inset_0_0_0_0.5px_var(--accent)]'
          : 'border-line hover:border-line-strong',
        arrived && 'flash',
        isSending && 'pulse',
        carried && 'border-dashed border-line-strong bg-transparent opacity-60 shadow-none',
      )}
    >
      <span
        aria-hidden
        {...stateLook(item, context.states, 'ml-1.25 h-4 w-0.75 shrink-0 rounded-full bg-current')}
      />
      {item.is_draft ? (
        <button
          type="button"
          data-open=""
          data-tip={item.name}
          className="focus-inset flex h-full min-w-0 grow items-center gap-1.5 rounded-md pr-2 pl-1.5 text-left touch:pr-8"
        >
          {text}
        </button>
      ) : identifier ? (
        <a
          href={itemAddress(context.slug, identifier)}
          draggable={false}
          data-open=""
          // The bar shows the state only by color; this gives its name.
          aria-description={state?.name}
          data-tip={state ? `${item.name}: ${state.name}` : item.name}
          className="focus-inset flex h-full min-w-0 grow items-center gap-1.5 rounded-md pr-2 pl-1.5 touch:pr-8"
        >
          {text}
        </a>
      ) : (
        <span className="flex min-w-0 grow items-center gap-1.5 pl-1.5">{text}</span>
      )}
      {mark && <SyncTag mark={mark} compact className="mr-1.5 touch:mr-9" />}
      {isSending && (
        <span className="mr-1.5">
          <Spinner size={14} />
        </span>
      )}
      {!draft && (lively || noHover || menuOpen) && (
        <IconButton
          size="sm"
          icon={Ellipsis}
          label={t('calendar.more', { name: item.name })}
          data-menu=""
          aria-haspopup="menu"
          aria-expanded={menuOpen}
          className="absolute right-0.5 bg-raised until-hover group-focus-within/block:opacity-100 group-hover/block:opacity-100 aria-expanded:opacity-100"
        />
      )}
    </div>
  )
})
