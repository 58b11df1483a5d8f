import { Ellipsis } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { SidebarItem } from '#ui/layout/sidebar-item.tsx'
import { useIsAt } from '#ui/layout/sidebar-link.ts'
import { Link } from '#ui/router/link.tsx'
import { isPinned, usePinnable } from './hooks.ts'
import type { MoreTrigger } from './use-more-panel.ts'

/** The pinned entries of the user, and the button for the rest. */
export default function PinnedEntries({ slug, more }: { slug: string; more: MoreTrigger }) {
  const { t } = useTranslation()
  const isAt = useIsAt()
  const entries = usePinnable(slug)
  if (entries.length === 0) return null
  return (
    <>
      {entries.filter(isPinned).map(({ key, path, address, icon }) => (
        <SidebarItem
          key={key}
          icon={icon}
          label={t(`navigation.screens.${key}`)}
          current={isAt(path)}
          as={<Link to={address} />}
        />
      ))}
      <SidebarItem
        icon={Ellipsis}
        label={t('navigation.title')}
        as={
          <button
            type="button"
            ref={more.trigger}
            aria-expanded={more.open}
            onClick={more.toggle}
          />
        }
      />
    </>
  )
}
