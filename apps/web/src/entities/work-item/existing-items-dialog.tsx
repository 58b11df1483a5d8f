import type { FoundItem } from '@cairn/contract'
import { X } from 'lucide-react'
import { useState } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'
import { FoundItemText, keyOfFound } from './found-item.tsx'
import { SearchResults } from './search-results.tsx'
import { useItemSearch, type Wanted } from './use-item-search.ts'

interface ExistingItemsDialogProps {
  slug: string
  project_id: string
  title: string
  wanted: Wanted
  /** Offers to search all the user's projects. */
  acrossProjects?: boolean
  /** Excludes items the server cannot know to be unsuitable. */
  isOffered?: (item: FoundItem) => boolean
  /** Button texts, idle and busy; by default for adding. */
  words?: { submit: TextKey; busy: TextKey }
  destructive?: boolean
  /** Resolves when done; the caller reports its errors. */
  onAdd: (items: FoundItem[]) => Promise<void>
  onClose: () => void
}

/**
 * Picks several existing items: as children, relations, for a cycle or module, for a day, or to
 * delete.
 */
export default function ExistingItemsDialog(props: ExistingItemsDialogProps) {
  const {
    slug,
    project_id,
    title,
    wanted,
    acrossProjects = false,
    isOffered,
    words = { submit: 'item_search.add_selected', busy: 'item_search.adding' },
    destructive = false,
    onAdd,
    onClose,
  } = props
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [everywhere, setEverywhere] = useState(false)
  const [chosen, setChosen] = useState<readonly FoundItem[]>([])
  const [adding, setAdding] = useState(false)
  const search = { slug, project_id, wanted, text, everywhere }
  const { found: all, settled, searching } = useItemSearch(search)
  const found = isOffered ? all?.filter(isOffered) : all
  const isChosen = ({ id }: FoundItem) => chosen.some((one) => one.id === id)
  const allChosen = Boolean(found?.length && found.every(isChosen))

  const close = useClose(onClose)

  const drop = ({ id }: FoundItem) => setChosen(chosen.filter((one) => one.id !== id))
  const toggle = (item: FoundItem) => (isChosen(item) ? drop(item) : setChosen([...chosen, item]))

  function toggleAll() {
    const shown = found ?? []
    const others = chosen.filter(({ id }) => !shown.some((one) => one.id === id))
    setChosen(allChosen ? others : [...others, ...shown])
  }

  async function handleSubmit() {
    if (adding) return
    if (chosen.length === 0)
      return void toast({ kind: 'error', title: t('item_search.choose_some') })
    setAdding(true)
    try {
      await onAdd([...chosen])
      close()
    } catch {
      setAdding(false)
    }
  }

  return (
    <Dialog
      open
      onClose={close}
      size="lg"
      title={title}
      dismissible={chosen.length === 0}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          {acrossProjects && (
            <Switch
              className="mr-auto text-ink-2"
              label={t('item_search.workspace_level')}
              checked={everywhere}
              onChange={setEverywhere}
            />
          )}
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            variant={destructive ? 'danger' : 'primary'}
            busy={adding}
            // A destructive dialog says what is missing instead.
            disabled={chosen.length === 0 && !destructive}
          >
            {t(adding ? words.busy : words.submit)}
          </Button>
        </>
      }
    >
      <SearchInput
        size="lg"
        label={t('item_search.search')}
        value={text}
        onChange={setText}
        after={searching && <Spinner size={14} />}
      />
      <Chosen items={chosen} onDrop={drop} />
      <SearchResults
        found={found}
        settled={settled}
        heading={
          found &&
          found.length > 0 && (
            <>
              <span className="min-w-0 grow truncate text-small text-ink-3">
                {settled && !searching && t('item_search.results_for', { text: settled })}
              </span>
              <Button size="sm" variant="ghost" onClick={toggleAll}>
                {t(allChosen ? 'item_search.deselect_all' : 'item_search.select_all')}
              </Button>
            </>
          )
        }
      >
        {(item) => (
          <Checkbox
            checked={isChosen(item)}
            onChange={() => toggle(item)}
            className="h-9 w-full! min-w-0 rounded-md px-2 hover:bg-hover max-md:h-11"
            label={
              <span className="flex min-w-0 grow items-center gap-2">
                <FoundItemText item={item} />
                {everywhere && (
                  <span className="ml-auto shrink-0 truncate pl-2 text-small text-ink-3">
                    {item.project__name}
                  </span>
                )}
              </span>
            }
          />
        )}
      </SearchResults>
    </Dialog>
  )
}

interface ChosenProps {
  items: readonly FoundItem[]
  onDrop: (item: FoundItem) => void
}

function Chosen({ items, onDrop }: ChosenProps) {
  const { t } = useTranslation()
  return (
    <div className="mt-3 flex max-h-20 min-h-6 flex-wrap items-center gap-1.5 overflow-y-auto">
      {items.length === 0 && (
        <span className="text-small text-ink-3">{t('item_search.none_selected')}</span>
      )}
      {items.map((item) => (
        <span
          key={item.id}
          className="inline-flex h-6 items-center gap-1 rounded-md border border-line bg-surface pl-2 text-small text-ink-2"
        >
          {keyOfFound(item)}
          <button
            type="button"
            aria-label={t('item_search.drop', { key: keyOfFound(item) })}
            onClick={() => onDrop(item)}
            className="focus-inset grid size-5.5 place-items-center rounded-md text-ink-3 hover:text-ink"
          >
            <Icon of={X} size={12} />
          </button>
        </span>
      ))}
    </div>
  )
}
