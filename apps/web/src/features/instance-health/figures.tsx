import type { HealthReport } from '@cairn/contract'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Panel } from '#ui/controls/form-layout.tsx'
import { momentText } from '#ui/dates/own-zone.ts'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { counted } from '#ui/platform/number.ts'
import { sizeText } from '#ui/platform/size-text.ts'

function Figures({ children }: { children: ReactNode }) {
  return (
    <div className="mt-2">
      <Panel>
        <dl className="divide-y divide-line-subtle">{children}</dl>
      </Panel>
    </div>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center gap-4 px-3 py-2 max-md:flex-col max-md:items-start max-md:gap-0.5">
      <dt className="w-44 shrink-0 text-ink-2">{label}</dt>
      <dd className="flex min-w-0 grow flex-wrap items-center gap-2 wrap-anywhere tabular-nums">
        {children}
      </dd>
    </div>
  )
}

export function StorageFigures({ storage }: Pick<HealthReport, 'storage'>) {
  const { t } = useTranslation()
  const { disk_free_bytes, disk_bytes } = storage
  return (
    <Figures>
      <Figure label={t('god_mode.health.files')}>
        {sizeText(storage.files_bytes)}
        <span className="text-ink-3">{t(`god_mode.health.stored_in.${storage.destination}`)}</span>
        <Tag tone={storage.is_usable ? 'success' : 'danger'}>
          {t(storage.is_usable ? 'god_mode.health.usable' : 'god_mode.health.not_usable')}
        </Tag>
      </Figure>
      <Figure label={t('god_mode.health.database_size')}>{sizeText(storage.database_bytes)}</Figure>
      <Figure label={t('god_mode.health.disk')}>
        {disk_free_bytes === null || disk_bytes === null
          ? t('god_mode.health.unknown')
          : t('god_mode.health.free_of', {
              free: sizeText(disk_free_bytes),
              size: sizeText(disk_bytes),
            })}
      </Figure>
    </Figures>
  )
}

export function DeliveryFigures({ mails, backups }: Pick<HealthReport, 'mails' | 'backups'>) {
  const { t } = useTranslation()
  return (
    <Figures>
      <Figure label={t('god_mode.health.mail_server')}>
        {t(mails.is_server_configured ? 'god_mode.health.set_up' : 'god_mode.health.not_set_up')}
      </Figure>
      <Figure label={t('god_mode.health.undelivered')}>
        {t('god_mode.health.in_30_days', counted(mails.failed))}
        {mails.last_error && <span className="text-small text-ink-3">{mails.last_error}</span>}
      </Figure>
      <Figure label={t('god_mode.health.last_backup')}>
        {backups.last_completed_at ? (
          <>
            <RelativeTime at={backups.last_completed_at} />
            {backups.last_size !== null && (
              <span className="text-ink-3">{sizeText(backups.last_size)}</span>
            )}
          </>
        ) : (
          t('god_mode.health.never')
        )}
      </Figure>
      <Figure label={t('god_mode.health.next_backup')}>
        {backups.next_at ? momentText(backups.next_at) : t('god_mode.health.backups_off')}
      </Figure>
    </Figures>
  )
}

export function VersionFigures({ versions, nodes }: Pick<HealthReport, 'versions' | 'nodes'>) {
  const { t } = useTranslation()
  return (
    <Figures>
      <Figure label={t('god_mode.health.programs.cairn')}>{versions.cairn}</Figure>
      <Figure label={t('god_mode.health.programs.postgresql')}>
        {versions.postgresql}
        {versions.is_database_embedded && (
          <span className="text-ink-3">{t('god_mode.health.embedded')}</span>
        )}
      </Figure>
      <Figure label={t('god_mode.health.programs.node')}>{versions.node}</Figure>
      <Figure label={t('god_mode.health.schema')}>{versions.schema}</Figure>
      {nodes.map((node) => (
        <Figure key={`${node.name} ${node.since}`} label={t('god_mode.health.server')}>
          {node.name}
          <span className="text-ink-3">
            {node.version} · {t('god_mode.health.since')} {momentText(node.since)}
          </span>
          {node.is_this && nodes.length > 1 && <Tag>{t('god_mode.health.this_server')}</Tag>}
        </Figure>
      ))}
    </Figures>
  )
}
