import type { QuickLink } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { LinkForm } from '#features/links/link-form.tsx'
import { useSaveQuickLink } from './hooks.ts'

interface QuickLinkDialogProps {
  slug: string
  /** The one to change; without, a new one. */
  link: QuickLink | undefined
  onClose: () => void
}

export default function QuickLinkDialog({ slug, link, onClose }: QuickLinkDialogProps) {
  const { t } = useTranslation()
  const save = useSaveQuickLink(slug, link?.id)
  const words = {
    title: t(link ? 'quick_links.update' : 'quick_links.add_title'),
    done: t(link ? 'quick_links.updated' : 'quick_links.created'),
    failed: t(link ? 'quick_links.not_updated' : 'quick_links.not_created'),
  }
  const handleSave = ({ url, title = null }: { url: string; title?: string | null }) =>
    save.mutateAsync({ url, title })
  return <LinkForm link={link} onSave={handleSave} words={words} onClose={onClose} />
}
