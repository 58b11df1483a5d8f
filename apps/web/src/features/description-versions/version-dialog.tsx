import type { DescriptionVersion } from '@cairn/contract'
import { htmlToMarkdown, isEmptyHtml } from '@cairn/editor'
import { ChevronLeft, ChevronRight, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { RichText } from '#entities/rich-text/rich-text.tsx'
import { placeOf, useItemPage } from '#entities/work-item/item-context.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { copyText } from '#ui/platform/copy-text.ts'
import { useClose } from '#ui/platform/presence.tsx'
import { useVersion } from './hooks.ts'

interface VersionDialogProps {
  /** The newest first. */
  versions: readonly DescriptionVersion[]
  start: number
  nameOf: (id: string | null) => string
  onRestore: (html: string) => void
  onClose: () => void
}

export default function VersionDialog(props: VersionDialogProps) {
  const { versions, start, nameOf, onRestore, onClose } = props
  const [at, setAt] = useState(start)
  const close = useClose(onClose)
  const version = versions[at] ?? versions[0]
  if (!version) return null

  return (
    <Shown
      key={version.id}
      version={version}
      author={nameOf(version.owned_by)}
      onOlder={at < versions.length - 1 ? () => setAt(at + 1) : undefined}
      onNewer={at > 0 ? () => setAt(at - 1) : undefined}
      onRestore={onRestore}
      onClose={close}
    />
  )
}

interface ShownProps {
  version: DescriptionVersion
  author: string
  onOlder: (() => void) | undefined
  onNewer: (() => void) | undefined
  onRestore: (html: string) => void
  onClose: () => void
}

function Shown({ version, author, onOlder, onNewer, onRestore, onClose }: ShownProps) {
  const { t } = useTranslation()
  const page = useItemPage()
  const people = usePeople(page.slug)
  const { data } = useVersion(placeOf(page), version.id)
  const html = data?.description_html

  async function handleCopy() {
    const copied = await copyText(htmlToMarkdown(html ?? ''))
    toast({
      kind: copied ? 'success' : 'error',
      title: t(copied ? 'versions.markdown_copied' : 'versions.markdown_not_copied'),
    })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={t('versions.edited_by', { name: author })}
      description={<RelativeTime at={version.last_saved_at} />}
      footer={
        <>
          <Button
            className="mr-auto"
            icon={Copy}
            disabled={html === undefined}
            onClick={() => void handleCopy()}
          >
            {t('versions.copy_markdown')}
          </Button>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          {page.canChange && (
            <Button
              variant="primary"
              disabled={html === undefined}
              onClick={() => {
                onRestore(html ?? '')
                onClose()
              }}
            >
              {t('versions.restore')}
            </Button>
          )}
        </>
      }
    >
      <div className="mb-3 flex items-center gap-1">
        <IconButton
          icon={ChevronLeft}
          label={t('versions.older')}
          disabled={!onOlder}
          onClick={onOlder}
        />
        <IconButton
          icon={ChevronRight}
          label={t('versions.newer')}
          disabled={!onNewer}
          onClick={onNewer}
        />
      </div>
      <div className="max-h-[50vh] min-h-40 overflow-y-auto rounded-lg border border-line bg-surface p-4">
        {html === undefined ? (
          <SkeletonGroup>
            <div className="flex flex-col gap-3">
              <Skeleton width="90%" />
              <Skeleton width="70%" />
              <Skeleton width="80%" />
            </div>
          </SkeletonGroup>
        ) : isEmptyHtml(html) ? (
          <p className="text-ink-3">{t('versions.empty')}</p>
        ) : (
          <RichText html={html} people={[...people.values()]} />
        )}
      </div>
    </Dialog>
  )
}
