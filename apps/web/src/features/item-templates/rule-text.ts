import { parseRule, type WeekDay } from '@cairn/calendar'
import { currentLanguage, useTranslation } from '#data/i18n.ts'
import { longDate } from '#ui/dates/day.ts'

// 1970 began on a Thursday.
const FIRST_SUNDAY = Date.UTC(1970, 0, 4)

export const weekDayName = (day: WeekDay, style: 'long' | 'short' = 'long') =>
  new Intl.DateTimeFormat(currentLanguage(), { weekday: style, timeZone: 'UTC' }).format(
    FIRST_SUNDAY + day * 86_400_000,
  )

const weekNames = ['n1', 'n2', 'n3', 'n4'] as const

/** "Every 2 weeks on Monday, Thursday, until Dec 31, 2026". */
export function useRuleText() {
  const { t } = useTranslation()
  return (text: string) => {
    const rule = parseRule(text)
    if (!rule) return text
    const { freq, interval: count, weekDays, nth, monthDay } = rule
    const days = weekDays.map((day) => weekDayName(day)).join(', ')
    const week = nth && t(`item_templates.weeks.${weekNames[nth.week - 1] ?? 'last'}`)
    return [
      t(`item_templates.every.${freq}`, { count }),
      days && t('item_templates.on', { days }),
      nth && t('item_templates.on', { days: `${week} ${weekDayName(nth.day)}` }),
      monthDay === -1 && t('item_templates.on', { days: t('item_templates.last_day') }),
      monthDay && monthDay > 0 && t('item_templates.on_day', { day: monthDay }),
      rule.count && t('item_templates.times', { count: rule.count }),
      rule.until && t('item_templates.until', { day: longDate(rule.until) }),
    ]
      .filter(Boolean)
      .join(', ')
  }
}
