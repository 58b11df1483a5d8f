import type { ModuleLink } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { LinkForm, type LinkWords } from '#entities/link/link-form.tsx'
import { useChangeModuleLink, useCreateModuleLink } from './hooks.ts'

interface ModuleLinkDialogProps {
  place: { slug: string; project_id: string; id: string }
  /** The link to edit; undefined: a new one. */
  link: ModuleLink | undefined
  onClose: () => void
}

export default function ModuleLinkDialog({ place, link, onClose }: ModuleLinkDialogProps) {
  const { t } = useTranslation()
  const create = useCreateModuleLink(place)
  const change = useChangeModuleLink(place)
  const words: LinkWords = {
    done: t(link ? 'modules.link_updated' : 'modules.link_created'),
    failed: 'modules.link_not_saved',
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
