import { Plus, SmilePlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { TypedAhead } from '#ui/controls/typed-ahead.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { codeOf, emojiOf, reactionCodes, type Tally, tallyOf } from './reaction-codes.ts'

const EmojiGrid = lazy(async () => {
  const { EmojiGrid: component } = await import('#ui/controls/emoji-grid.tsx')
  return { default: component }
})

interface ReactionChipsProps {
  reactions: readonly { reaction: string; actor: string }[]
  /** The current user; undefined: none. */
  me: string | undefined
  nameOf: (id: string) => string
  /** Undefined: read-only. */
  onToggle: ((code: string, on: boolean) => void) | undefined
  /** Only the reactions, or only the add button, if they are in separate places. */
  part?: 'given' | 'add' | undefined
}

/** Reactions; the user's own are tinted, a click adds or removes one. */
export function ReactionChips({ reactions, me, nameOf, onToggle, part }: ReactionChipsProps) {
  const { t } = useTranslation()
  const tallies = part === 'add' ? [] : tallyOf(reactions)
  const isMine = (code: string) =>
    reactions.some((one) => one.reaction === code && one.actor === me)
  const toggle = onToggle && ((code: string) => onToggle(code, !isMine(code)))

  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {tallies.map((tally) => (
        <ReactionChip
          key={tally.code}
          tally={tally}
          names={tally.actors.map(nameOf).join(', ')}
          mine={isMine(tally.code)}
          onClick={toggle && (() => toggle(tally.code))}
        />
      ))}
      {toggle && part !== 'given' && (
        <Popover
          label={t('reactions.add')}
          bare
          trigger={<IconButton size="sm" icon={SmilePlus} label={t('reactions.add')} />}
        >
          {(close) => (
            <EmojiChoice
              isMine={isMine}
              onPick={(code) => {
                toggle(code)
                close()
              }}
            />
          )}
        </Popover>
      )}
    </div>
  )
}

interface EmojiChoiceProps {
  isMine: (code: string) => boolean
  onPick: (code: string) => void
}

/** The common ones, and all others on request. */
function EmojiChoice({ isMine, onPick }: EmojiChoiceProps) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  if (all) {
    return (
      <div className="h-90 w-81 max-w-full">
        <Suspense fallback={<TypedAhead />}>
          <EmojiGrid takesFocus value={undefined} onPick={(emoji) => onPick(codeOf(emoji))} />
        </Suspense>
      </div>
    )
  }
  return (
    <div className="flex flex-wrap gap-0.5 p-1">
      {reactionCodes.map((code) => (
        <button
          key={code}
          type="button"
          aria-label={emojiOf(code)}
          aria-pressed={isMine(code)}
          onClick={() => onPick(code)}
          className={cell}
        >
          {emojiOf(code)}
        </button>
      ))}
      <button
        type="button"
        aria-label={t('reactions.more')}
        title={t('reactions.more')}
        onClick={() => setAll(true)}
        className={classNames(cell, 'text-ink-2')}
      >
        <Icon of={Plus} />
      </button>
    </div>
  )
}

const cell =
  'focus-inset grid size-8 place-items-center rounded-md text-[16px] hover:bg-hover aria-pressed:bg-selected max-md:size-10'

interface ReactionChipProps {
  tally: Tally
  names: string
  mine: boolean
  onClick: (() => void) | undefined
}

function ReactionChip({ tally: { code, actors }, names, mine, onClick }: ReactionChipProps) {
  const { t } = useTranslation()
  const Element = onClick ? 'button' : 'span'
  return (
    <Tooltip label={names}>
      <Element
        {...(onClick ? { type: 'button' as const, 'aria-pressed': mine, onClick } : {})}
        aria-label={t('reactions.by', { emoji: emojiOf(code), count: actors.length, names })}
        role={onClick ? undefined : 'img'}
        className={classNames(
          'inline-flex h-7 items-center gap-1 rounded-full border px-2 tabular-nums',
          mine
            ? 'border-accent-line bg-accent-subtle text-accent-ink'
            : 'border-line bg-surface text-ink-2',
          onClick && (mine ? '' : 'hover:bg-hover'),
        )}
      >
        <span aria-hidden>{emojiOf(code)}</span>
        {actors.length}
      </Element>
    </Tooltip>
  )
}
