import type { ModuleLink } from '@cairn/contract'
import { Copy, Ellipsis, Link as LinkIcon, Pencil, Plus, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { WidgetRow, WidgetSection } from '#entities/work-item/widget-section.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { copyText } from '#ui/platform/copy-text.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { useModuleLinks, useRemoveModuleLink } from './hooks.ts'

const ModuleLinkDialog = lazy(() => import('./module-link-dialog.tsx'))

interface ModuleLinksProps {
  slug: string
  project_id: string
  id: string
  editable: boolean
}

export function ModuleLinks({ editable, ...place }: ModuleLinksProps) {
  const { t } = useTranslation()
  const links = useModuleLinks(place)
  const [editing, setEditing] = useState<{ link: ModuleLink | undefined }>()
  const edit = (link?: ModuleLink) => setEditing({ link })

  return (
    <WidgetSection
      title={t('modules.links')}
      count={links.length}
      actions={
        editable && (
          <IconButton size="sm" icon={Plus} label={t('modules.add_link')} onClick={() => edit()} />
        )
      }
    >
      {links.length === 0 && <p className="py-1 text-ink-3">{t('modules.no_links')}</p>}
      {links.map((link) => (
        <LinkRow
          key={link.id}
          link={link}
          place={place}
          onEdit={editable ? () => edit(link) : undefined}
        />
      ))}
      <Suspense>
        <Presence>
          {editing && (
            <ModuleLinkDialog
              place={place}
              link={editing.link}
              onClose={() => setEditing(undefined)}
            />
          )}
        </Presence>
      </Suspense>
    </WidgetSection>
  )
}

interface LinkRowProps {
  link: ModuleLink
  place: { slug: string; project_id: string; id: string }
  onEdit: (() => void) | undefined
}

function LinkRow({ link, place, onEdit }: LinkRowProps) {
  const { t } = useTranslation()
  const remove = useRemoveModuleLink(place)

  async function handleCopy() {
    const copied = await copyText(link.url)
    toast({
      kind: copied ? 'success' : 'error',
      title: t(copied ? 'modules.copied' : 'modules.not_copied'),
    })
  }

  return (
    <div className="py-0.5">
      <WidgetRow
        icon={<Icon of={LinkIcon} size={14} className="text-ink-3" />}
        actions={
          <>
            <IconButton
              size="sm"
              icon={Copy}
              iconSize={14}
              label={t('modules.copy_url')}
              onClick={() => void handleCopy()}
            />
            {onEdit && (
              <Menu
                align="end"
                trigger={<IconButton size="sm" icon={Ellipsis} label={t('modules.link_actions')} />}
                items={[
                  { label: t('modules.edit'), icon: Pencil, onSelect: onEdit },
                  {
                    label: t('modules.delete'),
                    icon: Trash2,
                    danger: true,
                    onSelect: () =>
                      remove.mutate(link.id, {
                        onSuccess: () =>
                          void toast({ kind: 'success', title: t('modules.link_removed') }),
                      }),
                  },
                ]}
              />
            )}
          </>
        }
      >
        <Tooltip label={link.url}>
          <a
            href={link.url}
            target="_blank"
            rel="noopener noreferrer"
            className="focus-inset block truncate rounded-xs hover:underline"
          >
            {link.title || link.url}
          </a>
        </Tooltip>
      </WidgetRow>
      <p className="pl-6 text-small text-ink-3">
        {link.created_by_detail?.display_name} · <RelativeTime at={link.created_at} />
      </p>
    </div>
  )
}
