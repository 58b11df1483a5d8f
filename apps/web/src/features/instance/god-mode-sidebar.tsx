import { ChevronLeft, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useInstance } from '#entities/instance/hooks.ts'
import { AdminMenu } from '#features/instance-admins/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { CairnMark } from '#ui/icons/logo.tsx'
import { RailLink } from '#ui/layout/rail-link.tsx'
import { SidebarItem, SidebarNav } from '#ui/layout/sidebar-item.tsx'
import { usePathname } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { sectionAt, sections } from './sections.ts'

interface SidebarProps {
  onToggle: () => void
  /** On small screens it lies in a drawer, which closes by itself. */
  inDrawer?: boolean
}

export function GodModeSidebar({ onToggle, inDrawer = false }: SidebarProps) {
  const { t } = useTranslation()
  const current = sectionAt(usePathname())
  const version = useInstance()?.instance.current_version

  return (
    <aside
      aria-label={t('god_mode.sidebar')}
      className={classNames(
        'flex h-full min-h-0 flex-col bg-canvas',
        !inDrawer && 'w-(--size-sidebar) border-r border-line',
      )}
    >
      <div className="flex h-11 shrink-0 items-center gap-2 pr-2 pl-4 max-md:h-13">
        <CairnMark size={18} />
        <span className="min-w-0 grow truncate font-semibold">{t('god_mode.title')}</span>
        <AdminMenu />
      </div>
      <div className="min-h-0 grow overflow-y-auto pt-2 pb-4">
        <SidebarNav label={t('god_mode.navigation')}>
          {sections.map((section) => (
            <SidebarItem
              key={section.name}
              icon={section.icon}
              label={t(`god_mode.${section.name}.title`)}
              current={section === current}
              as={<Link to={section.path} />}
            />
          ))}
        </SidebarNav>
      </div>
      <div className="shrink-0 px-2 pb-2">
        <SidebarItem icon={ChevronLeft} label={t('god_mode.back_to_app')} as={<a href="/" />} />
        <div className="mt-1 flex h-8 items-center justify-between pl-2">
          <span className="truncate text-small text-ink-3">
            {t('god_mode.version', { version })}
          </span>
          {!inDrawer && (
            <IconButton
              icon={PanelLeftClose}
              label={t('god_mode.collapse')}
              shortcut="mod+b"
              onClick={onToggle}
            />
          )}
        </div>
      </div>
    </aside>
  )
}

/** Icons only, their names in tooltips. */
export function GodModeRail({ onToggle }: SidebarProps) {
  const { t } = useTranslation()
  const current = sectionAt(usePathname())
  return (
    <aside
      aria-label={t('god_mode.sidebar')}
      className="flex h-full w-(--size-sidebar-collapsed) flex-col items-center border-r border-line bg-canvas"
    >
      <div className="flex h-11 shrink-0 items-center">
        <AdminMenu />
      </div>
      <nav
        aria-label={t('god_mode.navigation')}
        className="flex min-h-0 grow flex-col gap-px overflow-y-auto pt-2"
      >
        {sections.map((section) => (
          <RailLink
            key={section.name}
            icon={section.icon}
            label={t(`god_mode.${section.name}.title`)}
            current={section === current}
            as={<Link to={section.path} />}
          />
        ))}
      </nav>
      <div className="flex shrink-0 flex-col items-center gap-1 py-2">
        <RailLink
          icon={ChevronLeft}
          label={t('god_mode.back_to_app')}
          current={false}
          as={<a href="/" />}
        />
        <IconButton
          icon={PanelLeftOpen}
          label={t('god_mode.expand')}
          shortcut="mod+b"
          onClick={onToggle}
        />
      </div>
    </aside>
  )
}
