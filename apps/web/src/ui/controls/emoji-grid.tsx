import { useEffect, useMemo, useRef, useState } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { type Emoji, pickable, searchEmoji, withRecent } from './emoji-search.ts'
import { enterGrid, moveInGrid } from './picker-grid.ts'
import { SearchInput } from './search-input.tsx'

const recentKey = 'cairn.recent-emoji'
const groups = [0, 1, 3, 4, 5, 6, 7, 8, 9]

function readRecent(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(recentKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

function useEmoji() {
  const [emoji, setEmoji] = useState<Emoji[]>([])
  useEffect(() => {
    let wanted = true
    // 90 KB compressed: loaded only when the picker is opened.
    import('emojibase-data/en/compact.json').then(({ default: all }) => {
      if (wanted) setEmoji(pickable(all))
    })
    return () => {
      wanted = false
    }
  }, [])
  return emoji
}

interface SectionProps {
  title?: string
  emoji: readonly { unicode: string; label: string }[]
  value: string | undefined
  onPick: (emoji: string) => void
}

function Section({ title, emoji, value, onPick }: SectionProps) {
  if (emoji.length === 0) return null
  return (
    <section className="[content-visibility:auto] [contain-intrinsic-size:auto_300px]">
      {title && (
        <h3 className="flex h-6 items-center px-1 text-micro font-medium text-ink-3">{title}</h3>
      )}
      <div className="grid grid-cols-9">
        {emoji.map(({ unicode, label }) => (
          <button
            key={unicode}
            type="button"
            data-cell
            tabIndex={-1}
            title={label}
            aria-label={label}
            aria-pressed={unicode === value}
            onClick={() => onPick(unicode)}
            className="focus-inset grid h-8 place-items-center rounded-sm text-[20px] leading-none hover:bg-hover aria-pressed:bg-selected"
          >
            {unicode}
          </button>
        ))}
      </div>
    </section>
  )
}

interface EmojiGridProps {
  value: string | undefined
  onPick: (emoji: string) => void
  /** It replaces the element that had the focus. */
  takesFocus?: boolean
}

export function EmojiGrid({ value, onPick, takesFocus = false }: EmojiGridProps) {
  const { t } = useTranslation()
  const emoji = useEmoji()
  const [typed, setTyped] = useState('')
  const [recent] = useState(readRecent)
  const grid = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) grid.current?.parentElement?.querySelector('input')?.focus()
  }, [takesFocus])
  const found = useMemo(() => searchEmoji(emoji, typed), [emoji, typed])
  const recentEmoji = emoji.length > 0 ? recent.map((unicode) => ({ unicode, label: unicode })) : []

  function pick(unicode: string) {
    try {
      localStorage.setItem(recentKey, JSON.stringify(withRecent(recent, unicode)))
    } catch {}
    onPick(unicode)
  }

  return (
    <div className="flex h-full flex-col">
      <div className="p-2">
        <SearchInput
          label={t('ui.search_emoji')}
          value={typed}
          onChange={setTyped}
          onKeyDown={(event) => enterGrid(event, grid.current)}
        />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are the controls; this only moves between them */}
      <div
        ref={grid}
        onKeyDown={moveInGrid}
        className="relative min-h-0 grow overflow-y-auto px-2 pb-2"
      >
        {typed ? (
          <Section emoji={found} value={value} onPick={pick} />
        ) : (
          <>
            <Section title={t('ui.recent')} emoji={recentEmoji} value={value} onPick={pick} />
            {groups.map((group) => (
              <Section
                key={group}
                title={t(`ui.emoji_groups.${group}` as TextKey)}
                emoji={found.filter((one) => one.group === group)}
                value={value}
                onPick={pick}
              />
            ))}
          </>
        )}
        {typed && found.length === 0 && (
          <p className="px-1 py-2 text-ink-3">{t('ui.no_matches')}</p>
        )}
      </div>
    </div>
  )
}
