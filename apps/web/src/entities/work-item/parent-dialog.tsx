import type { FoundItem } from '@cairn/contract'
import { SquareArrowOutUpRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { useClose, useIsClosing } from '#ui/platform/presence.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { FoundItemText, keyOfFound } from './found-item.tsx'
import { itemAddress } from './item-address.ts'
import { SearchResults } from './search-results.tsx'
import { useItemSearch, type Wanted } from './use-item-search.ts'

interface ParentDialogProps {
  slug: string
  project_id: string
  /** The item whose parent is selected; empty for one that is not saved yet. */
  item_id: string
  /** Selects something else than a parent, and from what. */
  other?: { title: string; wanted: Wanted }
  onPick: (item: FoundItem) => void
  onClose: () => void
}

/** The next or previous row, or the search field above the first. */
function walk(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const stops = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('input[type=search], [data-pick]'),
  ]
  const at = stops.indexOf(event.target as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
}

export default function ParentDialog(props: ParentDialogProps) {
  const { slug, project_id, item_id, other, onPick, onClose } = props
  const { t } = useTranslation()
  const isClosing = useIsClosing()
  const [text, setText] = useState('')
  const wanted = other?.wanted ?? ({ parent: 'true', issue_id: item_id } as const)
  const { found, settled, searching } = useItemSearch({ slug, project_id, wanted, text })

  // Enter selects the first result; during a search, once it is done.
  const [taking, setTaking] = useState(false)
  const first = searching ? undefined : found?.[0]
  useEffect(() => {
    if (taking && !searching) setTaking(false)
    if (taking && first && !isClosing) pick(first)
  })

  const close = useClose(onClose)

  function pick(item: FoundItem) {
    onPick(item)
    close()
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    setTaking(true)
  }

  return (
    <Dialog open onClose={close} size="md" title={other?.title ?? t('item_search.choose_parent')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows walk through what is inside */}
      <div onKeyDown={walk} className="group/pick">
        <SearchInput
          size="lg"
          label={t('item_search.search')}
          value={text}
          onChange={(typed) => {
            setText(typed)
            setTaking(false)
          }}
          onKeyDown={handleKey}
          after={searching && <Spinner size={14} />}
        />
        <SearchResults
          found={found}
          settled={settled}
          heading={
            settled &&
            !searching && (
              <p className="min-w-0 truncate text-small text-ink-3">
                {t('item_search.results_for', { text: settled })}
              </p>
            )
          }
        >
          {(item) => (
            <div
              className={classNames(
                'group/line flex items-center rounded-md hover:bg-hover focus-within:bg-hover',
                item === first && 'group-has-[input:focus]/pick:bg-hover',
              )}
            >
              <button
                type="button"
                data-pick
                onClick={() => pick(item)}
                className="focus-inset flex h-9 min-w-0 grow items-center gap-2 rounded-md px-2 text-left max-md:h-11"
              >
                <FoundItemText item={item} />
              </button>
              <Tooltip label={t('item_search.open')}>
                <a
                  href={itemAddress(slug, keyOfFound(item))}
                  target="_blank"
                  rel="noopener"
                  aria-label={t('item_search.open_item', { key: keyOfFound(item) })}
                  className="focus-inset mr-1 grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 until-hover group-focus-within/line:opacity-100 group-hover/line:opacity-100 max-md:size-11"
                >
                  <Icon of={SquareArrowOutUpRight} size={14} />
                </a>
              </Tooltip>
            </div>
          )}
        </SearchResults>
      </div>
    </Dialog>
  )
}
