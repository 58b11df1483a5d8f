import type { WorkItemLink } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { useSaveLink } from './hooks.ts'
import { LinkForm } from './link-form.tsx'

interface LinkDialogProps {
  place: { slug: string; project_id: string; id: string }
  /** The one to change; without, a new one. */
  link: WorkItemLink | undefined
  onClose: () => void
}

export default function LinkDialog({ place, link, onClose }: LinkDialogProps) {
  const { t } = useTranslation()
  const save = useSaveLink(place, link?.id)
  const words = {
    done: t(link ? 'links.updated' : 'links.created'),
    failed: t(link ? 'links.not_updated' : 'links.not_created'),
  }
  return <LinkForm link={link} onSave={save.mutateAsync} words={words} onClose={onClose} />
}
