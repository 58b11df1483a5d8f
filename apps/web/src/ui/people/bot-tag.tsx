import { useTranslation } from '#data/i18n.ts'
import { Tag } from './badge.tsx'

/** Beside the name of a bot account. */
export function BotTag() {
  const { t } = useTranslation()
  return <Tag>{t('common.bot')}</Tag>
}
