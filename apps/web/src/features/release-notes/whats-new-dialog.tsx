import type { ReleaseNote } from '@cairn/contract'
import { markdownToHtml } from '@cairn/editor'
import { ExternalLink } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useInstance } from '#entities/instance/hooks.ts'
import { RichText } from '#entities/rich-text/rich-text.tsx'
import { NotRead } from '#ui/feedback/not-read.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'
import { useReleaseNotes } from './hooks.ts'

/** The running version and the notes of the last releases. */
export default function WhatsNewDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const known = useInstance()

  const close = useClose(onClose)

  return (
    <Dialog
      open
      onClose={close}
      title={t('whats_new.title')}
      description={t('shell.version', { version: known?.instance.current_version })}
      footer={<Elsewhere url={known?.config.instance_changelog_url} />}
    >
      <Notes />
    </Dialog>
  )
}

function Notes() {
  const { t } = useTranslation()
  const { data: notes, isError, refetch } = useReleaseNotes()
  if (isError) return <NotRead onRetry={() => void refetch()}>{t('whats_new.not_read')}</NotRead>
  if (!notes) {
    return (
      <SkeletonGroup>
        <div className="flex flex-col gap-3 py-2">
          <Skeleton width="50%" />
          <Skeleton width="90%" />
          <Skeleton width="70%" />
        </div>
      </SkeletonGroup>
    )
  }
  if (notes.length === 0) return <p className="text-ink-2">{t('whats_new.nothing')}</p>
  return notes.map((note) => <Note key={note.id} note={note} />)
}

function Note({ note }: { note: ReleaseNote }) {
  const { t, i18n } = useTranslation()
  const { tag_name: version, name, body, published_at } = note
  const day = new Date(published_at).toLocaleDateString(i18n.language, {
    ...{ timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric' },
  })
  // Headings in the notes go below the release name.
  const html = markdownToHtml(body).replace(/<(\/?)h3>/g, '<$1h4>')
  return (
    <article className="mt-6 border-t border-line-subtle pt-6 first:mt-0 first:border-0 first:pt-0">
      <h3 className="text-title font-semibold">
        {name === version ? t('whats_new.release', { version }) : name}
      </h3>
      <p className="mb-3 text-small text-ink-3">{t('whats_new.released', { version, day })}</p>
      <RichText html={html} className="[&_h4]:text-body" />
    </article>
  )
}

function Elsewhere({ url }: { url: string | undefined }) {
  const { t } = useTranslation()
  if (!url || !/^https?:\/\//.test(url)) return null
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="link mr-auto">
      {t('whats_new.elsewhere')}
      <Icon of={ExternalLink} size={14} className="ml-1 inline-block align-[-2px]" />
    </a>
  )
}
