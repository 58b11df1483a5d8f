import { overviewKeys, type Project } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { Block } from '#entities/chart/block.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { useOverview } from './hooks.ts'
import { NumberTiles, type Tile } from './number-tiles.tsx'
import { useDurationText } from './period-text.ts'
import { placeOf, type WorkspaceScope } from './scope.ts'

interface WholeTilesProps {
  scope: WorkspaceScope
  projects: readonly Project[]
}

/** Totals of everything, and how many are new in the period. */
export function WholeTiles({ scope, projects }: WholeTilesProps) {
  const { t } = useTranslation()
  const durationText = useDurationText()
  const { data: whole } = useOverview(scope, { isWhole: true })
  const { data: fresh } = useOverview(scope)
  const place = placeOf(scope)
  const [only, ...others] = projects
  const ofProject = (part: string) =>
    only && others.length === 0 ? `/${scope.slug}/projects/${only.id}/${part}/` : undefined
  const screens: Partial<Record<(typeof overviewKeys)[number], string | undefined>> = {
    total_projects: `/${scope.slug}/projects/`,
    total_cycles: ofProject('cycles'),
    total_intake: ofProject('intake'),
  }
  const tiles = overviewKeys.map((key): Tile => {
    const { count: added = 0, filter_count: before = 0 } = fresh?.[key] ?? {}
    const isItems = key === 'total_work_items'
    return {
      ...{ key, label: t(`analytics.overview.${key}`), count: whole && (whole[key]?.count ?? 0) },
      ...(isItems ? { filters: place.filters } : { to: screens[key] ?? people(key, scope.slug) }),
      note: fresh
        ? t('analytics.added', { number: groupedNumber(added), before: groupedNumber(before) })
        : undefined,
    }
  })
  return (
    <Block title={t('analytics.totals')} note={durationText(scope.duration)}>
      <NumberTiles label={t('analytics.totals')} place={place} tiles={tiles} />
    </Block>
  )
}

const people = (key: string, slug: string) =>
  ['total_users', 'total_admins', 'total_members', 'total_guests'].includes(key)
    ? `/${slug}/settings/members/`
    : undefined
