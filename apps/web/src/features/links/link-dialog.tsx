import type { WorkItemLink } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { LinkForm, type LinkWords } from '#entities/link/link-form.tsx'
import { useChangeLink, useCreateLink } from './hooks.ts'

interface LinkDialogProps {
  place: { slug: string; project_id: string; id: string }
  /** The link to edit; undefined: a new one. */
  link: WorkItemLink | undefined
  onClose: () => void
}

export default function LinkDialog({ place, link, onClose }: LinkDialogProps) {
  const { t } = useTranslation()
  const create = useCreateLink(place)
  const change = useChangeLink(place)
  const words: LinkWords = {
    done: t(link ? 'links.updated' : 'links.created'),
    failed: link ? 'links.not_updated' : 'links.not_created',
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
