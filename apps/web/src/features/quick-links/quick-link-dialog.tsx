import type { QuickLink } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { LinkForm, type LinkWords } from '#entities/link/link-form.tsx'
import { useChangeQuickLink, useCreateQuickLink } from './hooks.ts'

interface QuickLinkDialogProps {
  slug: string
  /** The link to edit; undefined for a new one. */
  link: QuickLink | undefined
  onClose: () => void
}

export default function QuickLinkDialog({ slug, link, onClose }: QuickLinkDialogProps) {
  const { t } = useTranslation()
  const create = useCreateQuickLink({ slug })
  const change = useChangeQuickLink({ slug })
  const words: LinkWords = {
    title: t(link ? 'quick_links.update' : 'quick_links.add_title'),
    done: t(link ? 'quick_links.updated' : 'quick_links.created'),
    failed: link ? 'quick_links.not_updated' : 'quick_links.not_created',
  }
  return (
    <LinkForm
      link={link}
      onSave={(values, then) =>
        link ? change.mutate({ id: link.id, patch: values }, then) : create.mutate(values, then)
      }
      words={words}
      onClose={onClose}
    />
  )
}
