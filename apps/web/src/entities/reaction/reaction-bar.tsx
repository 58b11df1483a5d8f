import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { ReactionChips } from './reaction-chips.tsx'

interface ReactionBarProps {
  slug: string
  reactions: readonly { reaction: string; actor: string }[]
  /** Undefined: read-only. */
  onToggle: ((code: string, on: boolean) => void) | undefined
  part?: 'given' | 'add'
}

/** Reactions of workspace members. */
export function ReactionBar({ slug, reactions, onToggle, part }: ReactionBarProps) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const people = usePeople(slug)
  return (
    <ReactionChips
      reactions={reactions}
      me={me}
      nameOf={(id) => people.get(id)?.name ?? t('reactions.somebody')}
      onToggle={onToggle}
      part={part}
    />
  )
}
