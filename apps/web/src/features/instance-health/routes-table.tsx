import type { HealthReport, MeasuredRoute } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { Cell, HeadCell, Table, TableRow } from '#ui/lists/table.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { responseText } from './duration-text.ts'
import { TableFrame } from './table-frame.tsx'

/** On small screens the first column has what fits. */
const wide = 'max-md:hidden'

/** Routes with errors first, then the slowest, since this server started. */
export function RoutesTable({ routes }: Pick<HealthReport, 'routes'>) {
  const { t } = useTranslation()
  if (routes.length === 0)
    return <p className="mt-2 text-ink-2">{t('god_mode.health.no_routes')}</p>
  return (
    <TableFrame>
      <Table label={t('god_mode.health.routes')} className="table-fixed">
        <thead>
          <tr>
            <HeadCell>{t('god_mode.health.route')}</HeadCell>
            <HeadCell className={`w-22 ${wide}`}>{t('god_mode.health.count')}</HeadCell>
            <HeadCell className={`w-22 ${wide}`}>{t('god_mode.health.median')}</HeadCell>
            <HeadCell className="w-22">{t('god_mode.health.p95')}</HeadCell>
            <HeadCell className="w-20">{t('god_mode.health.errors')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {routes.map((route) => (
            <RouteRow key={`${route.method} ${route.route}`} measured={route} />
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

function RouteRow({ measured }: { measured: MeasuredRoute }) {
  const { t } = useTranslation()
  const { method, route, count, errors, p50_ms, p95_ms } = measured
  const times = t('god_mode.health.times', { count, number: groupedNumber(count) })
  return (
    <TableRow>
      <Cell>
        <span className="min-w-0 py-1.5 whitespace-normal">
          <span className="wrap-anywhere">
            <span className="text-ink-3">{method}</span> {route}
          </span>
          <span className="block text-small text-ink-3 md:hidden">
            {times} · {t('god_mode.health.median_of', { time: responseText(p50_ms) })}
          </span>
        </span>
      </Cell>
      <Cell className={wide}>
        <span className="text-ink-2 tabular-nums">{groupedNumber(count)}</span>
      </Cell>
      <Cell className={wide}>
        <span className="text-ink-2 tabular-nums">{responseText(p50_ms)}</span>
      </Cell>
      <Cell>
        <span className="tabular-nums">{responseText(p95_ms)}</span>
      </Cell>
      <Cell>
        {errors > 0 ? (
          <Tag tone="danger">{groupedNumber(errors)}</Tag>
        ) : (
          <span className="text-ink-3 tabular-nums">0</span>
        )}
      </Cell>
    </TableRow>
  )
}
