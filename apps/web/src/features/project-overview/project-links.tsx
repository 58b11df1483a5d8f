import type { ProjectLink } from '@cairn/contract'
import { Copy, Ellipsis, Link as LinkIcon, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import type { ProjectRef } from '#data/live-collection.ts'
import { LinkForm } from '#entities/link/link-form.tsx'
import { WidgetRow } from '#entities/work-item/widget-section.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { copyText } from '#ui/platform/copy-text.ts'
import { Presence } from '#ui/platform/presence.tsx'
import {
  useChangeProjectLink,
  useCreateProjectLink,
  useProjectLinks,
  useRemoveProjectLink,
} from './hooks.ts'

/** Links of the project; members can add, edit and remove them. */
export function ProjectLinks({ place, editable }: { place: ProjectRef; editable: boolean }) {
  const { t } = useTranslation()
  const links = useProjectLinks(place)
  const create = useCreateProjectLink(place)
  const change = useChangeProjectLink(place)
  const [editing, setEditing] = useState<{ link: ProjectLink | undefined }>()
  const edit = (link?: ProjectLink) => setEditing({ link })

  return (
    <section aria-label={t('overview.links')}>
      <div className="flex h-7 items-center">
        <h2 className="grow font-semibold">{t('overview.links')}</h2>
        {editable && (
          <IconButton size="sm" icon={Plus} label={t('overview.add_link')} onClick={() => edit()} />
        )}
      </div>
      {links?.length === 0 && <p className="py-1 text-ink-3">{t('overview.no_links')}</p>}
      <ul aria-label={t('overview.links')}>
        {links?.map((link) => (
          <li key={link.id}>
            <LinkRow link={link} place={place} onEdit={editable ? () => edit(link) : undefined} />
          </li>
        ))}
      </ul>
      <Presence>
        {editing && (
          <LinkForm
            link={editing.link}
            words={{
              done: t(editing.link ? 'overview.link_saved' : 'overview.link_added'),
              failed: 'overview.link_not_saved',
            }}
            onSave={(values, then) =>
              editing.link
                ? change.mutate({ id: editing.link.id, patch: values }, then)
                : create.mutate(values, then)
            }
            onClose={() => setEditing(undefined)}
          />
        )}
      </Presence>
    </section>
  )
}

interface LinkRowProps {
  link: ProjectLink
  place: ProjectRef
  onEdit: (() => void) | undefined
}

function LinkRow({ link, place, onEdit }: LinkRowProps) {
  const { t } = useTranslation()
  const remove = useRemoveProjectLink(place)
  const name = link.title || link.url

  async function handleCopy() {
    const copied = await copyText(link.url)
    toast({
      kind: copied ? 'success' : 'error',
      title: t(copied ? 'overview.link_copied' : 'overview.link_not_copied'),
    })
  }

  return (
    <WidgetRow
      icon={<Icon of={LinkIcon} size={14} className="text-ink-3" />}
      meta={<RelativeTime at={link.created_at} />}
      actions={
        <Menu
          align="end"
          trigger={
            <IconButton size="sm" icon={Ellipsis} label={t('overview.link_actions', { name })} />
          }
          items={[
            {
              label: t('overview.copy_url'),
              icon: Copy,
              onSelect: () => void handleCopy(),
            },
            onEdit && { label: t('overview.edit_link'), icon: Pencil, onSelect: onEdit },
            onEdit && {
              label: t('overview.delete_link'),
              icon: Trash2,
              danger: true,
              onSelect: () => remove.mutate(link.id),
            },
          ]}
        />
      }
    >
      <Tooltip label={link.url}>
        <a
          href={link.url}
          target="_blank"
          rel="noopener noreferrer"
          className="focus-inset block truncate rounded-xs hover:underline"
        >
          {name}
        </a>
      </Tooltip>
    </WidgetRow>
  )
}
