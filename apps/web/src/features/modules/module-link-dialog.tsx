import type { ModuleLink } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { LinkForm } from '#features/links/link-form.tsx'
import { useSaveModuleLink } from './hooks.ts'

interface ModuleLinkDialogProps {
  place: { slug: string; project_id: string; id: string }
  /** The one to change; without, a new one. */
  link: ModuleLink | undefined
  onClose: () => void
}

export default function ModuleLinkDialog({ place, link, onClose }: ModuleLinkDialogProps) {
  const { t } = useTranslation()
  const save = useSaveModuleLink(place, link?.id)
  const words = {
    done: t(link ? 'modules.link_updated' : 'modules.link_created'),
    failed: t('modules.link_not_saved'),
  }
  return <LinkForm link={link} onSave={save.mutateAsync} words={words} onClose={onClose} />
}
