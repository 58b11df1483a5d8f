import type { OwnActivity } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { ActivityRow } from '#entities/activity/activity-row.tsx'
import { isAutomatic } from '#entities/activity/activity-sentence.ts'
import { ProfileLink } from '#entities/member/profile-link.tsx'
import { PersonName } from '#ui/people/person-name.tsx'

interface MemberActivityRowProps {
  slug: string
  activity: OwnActivity
}

/** One activity of a member and its item. Archiving by the automation has no author. */
export function MemberActivityRow({ slug, activity }: MemberActivityRowProps) {
  const { t } = useTranslation()
  const isMine = useMe().id === activity.actor
  if (isAutomatic(activity)) {
    return <ActivityRow activity={activity} who={t('history.automation')} peeks />
  }
  const { display_name, is_bot } = activity.actor_detail
  const who = (
    <PersonName isBot={is_bot}>
      <ProfileLink slug={slug} user_id={activity.actor}>
        {isMine ? t('account.activity.you') : display_name}
      </ProfileLink>
    </PersonName>
  )
  return <ActivityRow activity={activity} who={who} peeks />
}
