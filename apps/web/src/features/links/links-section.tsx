import type { WorkItemLink } from '@cairn/contract'
import { Copy, Ellipsis, Link as LinkIcon, Pencil, Plus, Trash2 } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { SyncTagOf } from '#entities/frame/sync-tag.tsx'
import { placeOf, useItemPage } from '#entities/work-item/item-context.ts'
import { WidgetRow, WidgetSection } from '#entities/work-item/widget-section.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { copyText } from '#ui/platform/copy-text.ts'
import { useLinks, useRemoveLink } from './hooks.ts'

export function LinksSection({ onEdit }: { onEdit: (link?: WorkItemLink) => void }) {
  const { t } = useTranslation()
  const page = useItemPage()
  const links = useLinks(placeOf(page))
  if (links.length === 0) return null
  return (
    <WidgetSection
      title={t('links.title')}
      count={links.length}
      actions={
        page.canHang && (
          <IconButton size="sm" icon={Plus} label={t('links.add')} onClick={() => onEdit()} />
        )
      }
    >
      {links.map((link) => (
        <LinkRow key={link.id} link={link} onEdit={() => onEdit(link)} />
      ))}
    </WidgetSection>
  )
}

function LinkRow({ link, onEdit }: { link: WorkItemLink; onEdit: () => void }) {
  const { t } = useTranslation()
  const page = useItemPage()
  const remove = useRemoveLink(placeOf(page))

  async function handleCopy() {
    const copied = await copyText(link.url)
    toast({
      kind: copied ? 'success' : 'error',
      title: t(copied ? 'links.copied' : 'links.not_copied'),
    })
  }

  return (
    <WidgetRow
      icon={<Favicon link={link} />}
      meta={
        <span className="flex items-center gap-2">
          <SyncTagOf id={link.id} />
          <RelativeTime at={link.created_at} />
        </span>
      }
      actions={
        <>
          <IconButton
            size="sm"
            icon={Copy}
            iconSize={14}
            label={t('links.copy')}
            onClick={() => void handleCopy()}
          />
          {page.canHang && (
            <Menu
              align="end"
              trigger={<IconButton size="sm" icon={Ellipsis} label={t('links.more')} />}
              items={[
                { label: t('links.edit'), icon: Pencil, onSelect: onEdit },
                {
                  label: t('links.delete'),
                  icon: Trash2,
                  danger: true,
                  onSelect: () =>
                    remove.mutate(link.id, {
                      onSuccess: () => toast({ kind: 'success', title: t('links.removed') }),
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
          {link.title || titleOf(link) || link.url}
        </a>
      </Tooltip>
    </WidgetRow>
  )
}

/** The title of the page, once it was fetched. */
const titleOf = ({ metadata }: WorkItemLink) =>
  typeof metadata.title === 'string' ? metadata.title : undefined

function Favicon({ link: { metadata } }: { link: WorkItemLink }) {
  const { favicon, favicon_url } = metadata
  // Without a URL it is a placeholder.
  const own = favicon_url && typeof favicon === 'string' ? favicon : undefined
  if (own) return <img src={own} alt="" className="size-3.5 rounded-xs" />
  return <Icon of={LinkIcon} size={14} className="text-ink-3" />
}
