import type { QuickLink } from '@cairn/contract'
import { Copy, Ellipsis, ExternalLink, Link as LinkIcon, Pencil, Plus, Trash2 } from 'lucide-react'
import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { HomeSection } from '#ui/layout/home-section.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { copyText } from '#ui/platform/copy-text.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { useQuickLinks, useRemoveQuickLink } from './hooks.ts'
import { iconOf } from './link-kind.ts'

const QuickLinkDialog = lazy(() => import('./quick-link-dialog.tsx'))

/** Two rows of tiles; the rest is collapsed. */
const ROWS = 2
const grid = 'grid grid-cols-3 gap-3 max-md:grid-cols-1'

interface Asked {
  link: QuickLink | undefined
}

/** The user's links to other sites. */
export function QuickLinksWidget({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { data: links, isError } = useQuickLinks(slug)
  const [asked, setAsked] = useState<Asked>()
  const [unfolded, setUnfolded] = useState(false)
  const [list, columns] = useColumns()
  const few = columns * ROWS
  const ask = (link?: QuickLink) => setAsked({ link })
  const shown = unfolded ? links : links?.slice(0, few)
  if (isError) return null

  return (
    <HomeSection
      id="home-quick-links"
      title={t('quick_links.title')}
      actions={
        <Button variant="ghost" icon={Plus} onClick={() => ask()}>
          {t('quick_links.add')}
        </Button>
      }
    >
      {links?.length === 0 && (
        <p className="flex items-center justify-center gap-2 rounded-lg border border-line px-4 py-5 text-center text-ink-2">
          <Icon of={LinkIcon} className="shrink-0 text-ink-3" />
          {t('quick_links.empty')}
        </p>
      )}
      {!links && <TileSkeletons />}
      <ul ref={list} className={links?.length ? grid : 'hidden'}>
        {shown?.map((link) => (
          <li key={link.id} className="min-w-0">
            <Tile slug={slug} link={link} onEdit={() => ask(link)} />
          </li>
        ))}
      </ul>
      {links && links.length > few && (
        <div className="mt-1 flex justify-center">
          <Button variant="ghost" onClick={() => setUnfolded(!unfolded)}>
            {t(unfolded ? 'quick_links.show_less' : 'quick_links.show_all')}
          </Button>
        </div>
      )}
      <Presence>
        {asked && (
          <Suspense>
            <QuickLinkDialog slug={slug} link={asked.link} onClose={() => setAsked(undefined)} />
          </Suspense>
        )}
      </Presence>
    </HomeSection>
  )
}

/** Number of columns, as set by the stylesheet. */
function useColumns() {
  const list = useRef<HTMLUListElement>(null)
  const [columns, setColumns] = useState(3)
  useLayoutEffect(() => {
    const box = list.current
    if (!box) return
    const observer = new ResizeObserver(() => {
      const tracks = getComputedStyle(box).gridTemplateColumns.split(' ').length
      setColumns(tracks)
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return [list, columns] as const
}

interface TileProps {
  slug: string
  link: QuickLink
  onEdit: () => void
}

function Tile({ slug, link, onEdit }: TileProps) {
  const { t } = useTranslation()
  const remove = useRemoveQuickLink({ slug })
  const { id, url } = link
  const name = link.title || url.replace(/^https?:\/\//, '')

  async function handleCopy() {
    const copied = await copyText(url)
    toast({
      kind: copied ? 'success' : 'error',
      title: t(copied ? 'quick_links.copied' : 'quick_links.not_copied'),
    })
  }

  return (
    <div className="group/tile relative flex h-14 items-center gap-3 rounded-lg border border-line px-3 hover:bg-hover">
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-hover text-ink-2">
        <Icon of={iconOf(url)} />
      </span>
      <span className="min-w-0 grow group-focus-within/tile:pr-6 group-hover/tile:pr-6 max-md:pr-10">
        <Tooltip label={url}>
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className="block truncate rounded-xs font-medium after:absolute after:inset-0 after:rounded-lg"
          >
            {name}
          </a>
        </Tooltip>
        <span className="block truncate text-small text-ink-3">
          <RelativeTime at={link.created_at} />
        </span>
      </span>
      <span className="absolute right-2 z-1 until-hover group-focus-within/tile:opacity-100 group-hover/tile:opacity-100 has-aria-expanded:opacity-100">
        <Menu
          align="end"
          trigger={<IconButton size="sm" icon={Ellipsis} label={t('quick_links.more', { name })} />}
          items={[
            { label: t('quick_links.edit'), icon: Pencil, onSelect: onEdit },
            {
              label: t('quick_links.open'),
              icon: ExternalLink,
              onSelect: () => void window.open(url, '_blank', 'noopener'),
            },
            { label: t('quick_links.copy'), icon: Copy, onSelect: () => void handleCopy() },
            {
              label: t('quick_links.delete'),
              icon: Trash2,
              danger: true,
              onSelect: () =>
                remove.mutate(id, {
                  onSuccess: () => toast({ kind: 'success', title: t('quick_links.removed') }),
                }),
            },
          ]}
        />
      </span>
    </div>
  )
}

function TileSkeletons() {
  return (
    <SkeletonGroup>
      <div className={grid}>
        {[110, 140, 90].map((width) => (
          <div
            key={width}
            className="flex h-14 items-center gap-3 rounded-lg border border-line px-3"
          >
            <Skeleton width={32} height={32} />
            <Skeleton width={width} className="shrink!" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
