import { isExportOver, type WorkItemExport } from '@cairn/contract'
import { Download } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { buttonLook } from '#ui/controls/button.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Cell, HeadCell, Table, TableRow } from '#ui/lists/table.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { Tag, type Tone } from '#ui/people/badge.tsx'
import { counted } from '#ui/platform/number.ts'

/** On small screens the first column has what fits. */
const wide = 'max-md:hidden'

export function ExportsTable({ rows }: { rows: readonly WorkItemExport[] }) {
  const { t } = useTranslation()
  return (
    <div className="mt-2 overflow-hidden rounded-lg border border-line [&_tr:last-child>td]:border-b-0">
      <Table label={t('exports.previous')} className="table-fixed">
        <thead>
          <tr>
            <HeadCell>{t('exports.by')}</HeadCell>
            <HeadCell width={150} className={wide}>
              {t('exports.on')}
            </HeadCell>
            <HeadCell width={150} className={wide}>
              {t('exports.of')}
            </HeadCell>
            <HeadCell width={90} className={wide}>
              {t('exports.format')}
            </HeadCell>
            <HeadCell className="w-32 max-md:w-26">{t('exports.status')}</HeadCell>
            <HeadCell className="w-34 max-md:w-14">
              <span className="max-md:sr-only">{t('exports.download')}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ExportRow key={row.id} row={row} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

const tones: Record<WorkItemExport['status'] | 'expired', Tone> = {
  queued: 'neutral',
  processing: 'info',
  completed: 'success',
  failed: 'danger',
  expired: 'warning',
}

function ExportRow({ row }: { row: WorkItemExport }) {
  const { t } = useTranslation()
  const { initiated_by_detail: person, provider, project, created_at, reason } = row
  const name = person?.display_name ?? t('exports.nobody')
  const status = row.status === 'completed' && isExportOver(created_at) ? 'expired' : row.status
  const format = t(`exports.formats.${provider}`)
  const projects = t('exports.projects', counted(project.length))
  return (
    <TableRow>
      <Cell>
        {person && (
          <Avatar
            person={{ id: person.id, name, photo: person.avatar_url }}
            size={20}
            tooltip={false}
          />
        )}
        <span className="min-w-0 py-1.5">
          <span className="block truncate">{name}</span>
          <span className="block truncate text-small text-ink-3 md:hidden">
            {format} · {projects} · <RelativeTime at={created_at} />
          </span>
        </span>
      </Cell>
      <Cell className={wide}>
        <span className="text-ink-2">
          <RelativeTime at={created_at} />
        </span>
      </Cell>
      <Cell className={wide}>
        <span className="text-ink-2">{projects}</span>
      </Cell>
      <Cell className={wide}>
        <span className="text-ink-2">{format}</span>
      </Cell>
      <Cell>
        <Tooltip label={reason}>
          <span className="flex">
            <Tag tone={tones[status]}>{t(`exports.statuses.${status}`)}</Tag>
            {reason && <span className="sr-only">{reason}</span>}
          </span>
        </Tooltip>
      </Cell>
      <Cell>
        <DownloadCell url={row.url} status={status} />
      </Cell>
    </TableRow>
  )
}

function DownloadCell({ url, status }: { url: string | null; status: keyof typeof tones }) {
  const { t } = useTranslation()
  if (url) {
    return (
      <a href={url} download className={buttonLook('secondary', 'sm')}>
        <Icon of={Download} size={14} className="text-ink-3" />
        <span className="max-md:sr-only">{t('exports.download')}</span>
      </a>
    )
  }
  const isOver = status === 'expired'
  return (
    <span className="text-ink-3">
      <span className={isOver ? 'max-md:sr-only' : undefined}>
        {isOver ? t('exports.statuses.expired') : '-'}
      </span>
    </span>
  )
}
