import { useTranslation } from '#data/i18n.ts'
import { Tag } from './badge.tsx'

/** Beside the name of an account that is a program. */
export function BotTag() {
  const { t } = useTranslation()
  return <Tag>{t('common.bot')}</Tag>
}
