import type { Import } from '@cairn/contract'
import { Download, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Cell, HeadCell, Table, TableRow } from '#ui/lists/table.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Tag, type Tone } from '#ui/people/badge.tsx'
import { counted } from '#ui/platform/number.ts'
import { useUndo } from './hooks.ts'

/** On small screens the first column has what fits. */
const wide = 'max-md:hidden'

interface ImportsTableProps {
  slug: string
  rows: readonly Import[]
}

export function ImportsTable({ slug, rows }: ImportsTableProps) {
  const { t } = useTranslation()
  const undo = useUndo(slug)
  const [asked, setAsked] = useState<Import>()

  function handleUndo(one: Import) {
    undo.mutate(one, {
      onSettled: () => setAsked(undefined),
      onSuccess: () => toast({ kind: 'success', title: t('imports.undone') }),
      onError: (error) => notifyFailure(t('imports.not_undone'), error),
    })
  }

  return (
    <div className="mt-2 overflow-hidden rounded-lg border border-line [&_tr:last-child>td]:border-b-0">
      <Table label={t('imports.previous')} className="table-fixed">
        <thead>
          <tr>
            <HeadCell>{t('imports.file')}</HeadCell>
            <HeadCell width={140} className={wide}>
              {t('imports.project')}
            </HeadCell>
            <HeadCell width={140} className={wide}>
              {t('imports.by')}
            </HeadCell>
            <HeadCell width={130} className={wide}>
              {t('imports.on')}
            </HeadCell>
            <HeadCell width={210} className={wide}>
              {t('imports.result')}
            </HeadCell>
            <HeadCell className="w-24">{t('imports.status')}</HeadCell>
            <HeadCell width={72}>
              <span className="sr-only">{t('imports.actions')}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ImportRow key={row.id} row={row} onUndo={() => setAsked(row)} />
          ))}
        </tbody>
      </Table>
      <ConfirmDialog
        open={asked !== undefined}
        title={t('imports.undo_title')}
        confirmLabel={t('imports.undo')}
        busyLabel={t('imports.undoing')}
        busy={undo.isPending}
        onClose={() => !undo.isPending && setAsked(undefined)}
        onConfirm={() => asked && handleUndo(asked)}
      >
        {t('imports.undo_text', {
          ...counted(asked?.created_count ?? 0),
          project: asked?.project_name,
        })}
      </ConfirmDialog>
    </div>
  )
}

const tones: Record<Import['status'], Tone> = {
  uploaded: 'neutral',
  queued: 'info',
  completed: 'success',
  failed: 'danger',
  undone: 'neutral',
}

function ImportRow({ row, onUndo }: { row: Import; onUndo: () => void }) {
  const { t } = useTranslation()
  const { file_name, project_name, status, reason, created_at, error_file } = row
  const person = row.initiated_by_detail?.display_name ?? t('imports.nobody')
  const result = [
    t('imports.items', counted(row.created_count)),
    row.problem_count > 0 && t('imports.problem_rows', counted(row.problem_count)),
  ]
  const resultText = result.filter(Boolean).join(', ')
  return (
    <TableRow>
      <Cell>
        <span className="min-w-0 py-1.5">
          <Tooltip label={file_name}>
            <span className="block truncate">{file_name}</span>
          </Tooltip>
          <span className="block truncate text-small text-ink-3 md:hidden">
            {project_name} · {resultText}
          </span>
        </span>
      </Cell>
      <Cell className={wide}>
        <span className="truncate text-ink-2">{project_name}</span>
      </Cell>
      <Cell className={wide}>
        <span className="truncate text-ink-2">{person}</span>
      </Cell>
      <Cell className={wide}>
        <span className="truncate text-ink-2">
          <RelativeTime at={created_at} />
        </span>
      </Cell>
      <Cell className={wide}>
        <span className="truncate text-ink-2">{resultText}</span>
      </Cell>
      <Cell>
        <Tooltip label={reason}>
          <span className="flex">
            <Tag tone={tones[status]}>{t(`imports.statuses.${status}`)}</Tag>
            {reason && <span className="sr-only">{reason}</span>}
          </span>
        </Tooltip>
      </Cell>
      <Cell>
        {error_file && (
          <Tooltip label={t('imports.error_file_of', { name: file_name })}>
            <a
              href={error_file}
              download
              aria-label={t('imports.error_file_of', { name: file_name })}
              className="hit grid size-6 place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
            >
              <Icon of={Download} />
            </a>
          </Tooltip>
        )}
        {row.can_undo && (
          <IconButton
            size="sm"
            icon={Undo2}
            label={t('imports.undo_of', { name: file_name })}
            onClick={onUndo}
          />
        )}
      </Cell>
    </TableRow>
  )
}
