import type { CurrentUser, DeployBoard, PublicItemDetail } from '@cairn/contract'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { ReactionChips } from '#entities/reaction/reaction-chips.tsx'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { useReactToItem, useVote, type Vote } from './item-hooks.ts'
import { isEmbedded, useVisitor } from './visitor.ts'

interface ItemMarksProps {
  item: PublicItemDetail
  settings: DeployBoard
}

/** Votes and reactions, if enabled for the board. */
export function ItemMarks({ item, settings }: ItemMarksProps) {
  const { is_votes_enabled: votes, is_reactions_enabled: reactions } = settings
  const { user, signIn } = useVisitor()
  if (!votes && !reactions) return null
  const given = { item, anchor: settings.anchor }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {user ? (
        <>
          {votes && <OwnVotes {...given} me={user} />}
          {reactions && <OwnReactions {...given} me={user} />}
        </>
      ) : (
        <>
          {votes && <Votes item={item} signIn={isEmbedded ? undefined : signIn} />}
          {reactions && <Reactions item={item} signIn={isEmbedded ? undefined : signIn} />}
        </>
      )}
    </div>
  )
}

interface OwnProps {
  item: PublicItemDetail
  anchor: string
  me: CurrentUser
}

function OwnVotes({ item, anchor, me }: OwnProps) {
  const vote = useVote({ anchor, id: item.id }, me)
  const mine = item.vote_items.find(({ actor_details: { id } }) => id === me.id)?.vote
  return (
    <Votes
      item={item}
      mine={mine as Vote | undefined}
      onVote={(wanted) => vote(wanted === mine ? undefined : wanted)}
    />
  )
}

interface VotesProps {
  item: PublicItemDetail
  mine?: Vote
  onVote?: (vote: Vote) => void
  /** Sign-in URL for anonymous visitors; without it and `onVote` the votes are read-only. */
  signIn?: string
}

function Votes({ item, mine, onVote, signIn }: VotesProps) {
  const { t } = useTranslation()
  const of = (wanted: Vote) => item.vote_items.filter(({ vote }) => vote === wanted)
  const namesOf = (wanted: Vote) =>
    of(wanted)
      .map(({ actor_details: { display_name } }) => display_name)
      .join(', ')
  const sides = [
    { vote: 1, icon: ThumbsUp, name: t('public_site.upvote'), none: t('public_site.no_upvotes') },
    {
      vote: -1,
      icon: ThumbsDown,
      name: t('public_site.downvote'),
      none: t('public_site.no_downvotes'),
    },
  ] as const
  return (
    <div className="flex items-center gap-1.5">
      {sides.map(({ vote, icon, name, none }) => (
        <Mark
          key={vote}
          icon={icon}
          count={of(vote).length}
          label={t('public_site.vote_by', { name, count: of(vote).length })}
          tip={namesOf(vote) || none}
          pressed={mine === vote}
          onClick={onVote && (() => onVote(vote))}
          href={signIn}
        />
      ))}
    </div>
  )
}

interface MarkProps {
  icon: IconLike
  count: number
  label: string
  tip: string
  pressed: boolean
  onClick?: () => void
  href?: string
}

function Mark({ icon, count, label, tip, pressed, onClick, href }: MarkProps) {
  const look = classNames(
    'inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 tabular-nums max-md:h-9',
    pressed
      ? 'border-accent-line bg-accent-subtle text-accent-ink'
      : 'border-line bg-surface text-ink-2',
    (onClick || href) && !pressed && 'hover:bg-hover',
  )
  const face = (
    <>
      <Icon of={icon} size={14} />
      {count}
    </>
  )
  return (
    <Tooltip label={tip}>
      {onClick ? (
        <button
          type="button"
          aria-label={label}
          aria-pressed={pressed}
          onClick={onClick}
          className={look}
        >
          {face}
        </button>
      ) : href ? (
        <a href={href} aria-label={label} className={look}>
          {face}
        </a>
      ) : (
        <span role="img" aria-label={label} className={look}>
          {face}
        </span>
      )}
    </Tooltip>
  )
}

const givenOn = ({ reaction_items }: PublicItemDetail) =>
  reaction_items.map(({ reaction, actor_details: { id } }) => ({ reaction, actor: id }))

function useNames({ reaction_items }: PublicItemDetail) {
  const { t } = useTranslation()
  const names = new Map(
    reaction_items.map(({ actor_details: { id, display_name } }) => [id, display_name]),
  )
  return (id: string) => names.get(id) ?? t('reactions.somebody')
}

function OwnReactions({ item, anchor, me }: OwnProps) {
  const react = useReactToItem({ anchor, id: item.id }, me)
  const nameOf = useNames(item)
  return <ReactionChips reactions={givenOn(item)} me={me.id} nameOf={nameOf} onToggle={react} />
}

interface ReactionsProps {
  item: PublicItemDetail
  signIn: string | undefined
}

function Reactions({ item, signIn }: ReactionsProps) {
  const { t } = useTranslation()
  const nameOf = useNames(item)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ReactionChips
        reactions={givenOn(item)}
        me={undefined}
        nameOf={nameOf}
        onToggle={undefined}
      />
      {signIn && (
        <a href={signIn} className="link hit text-small">
          {t('public_site.sign_in_to_react')}
        </a>
      )}
    </div>
  )
}
