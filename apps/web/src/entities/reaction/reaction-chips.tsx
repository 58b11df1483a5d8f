import { SmilePlus } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { emojiOf, reactionCodes, type Tally, tallyOf } from './reaction-codes.ts'

interface ReactionChipsProps {
  reactions: readonly { reaction: string; actor: string }[]
  /** Whose are one's own; undefined: nobody's. */
  me: string | undefined
  nameOf: (id: string) => string
  /** Undefined: only to look at. */
  onToggle: ((code: string, on: boolean) => void) | undefined
}

/** Who thinks what of it; one's own are tinted, a click gives or takes back. */
export function ReactionChips({ reactions, me, nameOf, onToggle }: ReactionChipsProps) {
  const { t } = useTranslation()
  const tallies = tallyOf(reactions)
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
      {toggle && (
        <Popover
          label={t('reactions.add')}
          bare
          trigger={<IconButton size="sm" icon={SmilePlus} label={t('reactions.add')} />}
        >
          {(close) => (
            <div className="flex gap-0.5 p-1">
              {reactionCodes.map((code) => (
                <button
                  key={code}
                  type="button"
                  aria-label={emojiOf(code)}
                  aria-pressed={isMine(code)}
                  onClick={() => {
                    toggle(code)
                    close()
                  }}
                  className="focus-inset grid size-8 place-items-center rounded-md text-[16px] hover:bg-hover aria-pressed:bg-selected max-md:size-10"
                >
                  {emojiOf(code)}
                </button>
              ))}
            </div>
          )}
        </Popover>
      )}
    </div>
  )
}

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
