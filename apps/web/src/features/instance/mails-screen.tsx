import { lookup, type StoredMail } from '@cairn/contract'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { useInstance, useStoredMails } from '#entities/instance/hooks.ts'
import { ListFailure } from '#entities/instance/list-failure.tsx'
import { useGodModeTitle } from '#entities/instance/use-god-mode-title.ts'
import { Button } from '#ui/controls/button.tsx'
import { Panel, SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { momentText } from '#ui/dates/own-zone.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Tag, type Tone } from '#ui/people/badge.tsx'
import { copyText } from '#ui/platform/copy-text.ts'

const tones: Record<string, Tone> = { stored: 'warning', queued: 'info', failed: 'danger' }

/** URLs in a mail; in a group, so that splitting keeps them. */
const address = /(https?:\/\/\S+)/

/** Undelivered mails: without SMTP, invitations and codes are read here. */
export function MailsScreen() {
  const { t } = useTranslation()
  const { data: mails, isError, refetch } = useStoredMails()
  const hasSmtp = useInstance()?.config.is_smtp_configured
  const [reading, setReading] = useState<StoredMail>()
  const [open, setOpen] = useState(false)
  useGodModeTitle(t('god_mode.mails.title'))

  function read(mail: StoredMail) {
    setReading(mail)
    setOpen(true)
  }

  const link = reading?.text.match(address)?.[0]

  async function copy(text: string) {
    const copied = await copyText(text)
    const label = t('god_mode.mails.link')
    toast({
      kind: copied ? 'success' : 'error',
      title: t(copied ? 'god_mode.copied' : 'god_mode.not_copied', { label }),
    })
  }

  return (
    <SettingsPage title={t('god_mode.mails.title')} description={t('god_mode.mails.description')}>
      {hasSmtp === false && (
        <div className="mt-6">
          <Banner boxed>{t('god_mode.mails.no_smtp')}</Banner>
        </div>
      )}
      <SettingsSection>
        {!mails && !isError && <SkeletonRows count={4} />}
        {isError && !mails && <ListFailure onRetry={() => void refetch()} />}
        {mails?.length === 0 && (
          <EmptyState picture="all-done" title={t('god_mode.mails.empty')}>
            {t('god_mode.mails.empty_hint')}
          </EmptyState>
        )}
        {mails && mails.length > 0 && (
          <Panel>
            {mails.map((mail) => (
              <button
                key={mail.id}
                type="button"
                onClick={() => read(mail)}
                className="focus-inset flex min-h-13 w-full items-center gap-3 px-3 py-2 text-left hover:bg-hover"
              >
                <span className="min-w-0 grow">
                  <span className="block truncate font-medium">{mail.subject}</span>
                  <span className="block truncate text-ink-2">{mail.to_address}</span>
                </span>
                <StatusTag status={mail.status} />
                <span className="w-34 shrink-0 text-right text-small text-ink-3 tabular-nums max-md:hidden">
                  {momentText(mail.created_at)}
                </span>
              </button>
            ))}
          </Panel>
        )}
      </SettingsSection>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={reading?.subject}
        description={reading && t('god_mode.mails.to', { address: reading.to_address })}
        footer={
          <>
            {link && (
              <Button icon={Copy} className="mr-auto" onClick={() => void copy(link)}>
                {t('god_mode.mails.copy_link')}
              </Button>
            )}
            <Button data-ends onClick={() => setOpen(false)}>
              {t('god_mode.close')}
            </Button>
          </>
        }
      >
        {reading && <MailText mail={reading} />}
      </Dialog>
    </SettingsPage>
  )
}

function StatusTag({ status }: { status: string }) {
  const { t } = useTranslation()
  return <Tag tone={lookup(tones, status)}>{t(`god_mode.mails.status.${status}` as TextKey)}</Tag>
}

function MailText({ mail }: { mail: StoredMail }) {
  return (
    <>
      {mail.last_error && (
        <div className="mb-4">
          <Banner boxed tone="danger">
            {mail.last_error}
          </Banner>
        </div>
      )}
      <p className="rounded-lg border border-line bg-sunken p-3 whitespace-pre-wrap wrap-anywhere">
        {mail.text.split(address).map((part, at) =>
          at % 2 === 0 ? (
            part
          ) : (
            <a key={part} href={part} className="link" target="_blank" rel="noopener noreferrer">
              {part}
            </a>
          ),
        )}
      </p>
    </>
  )
}
