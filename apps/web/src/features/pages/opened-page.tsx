import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { uploadProjectAsset } from '#entities/file/upload.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { DrawEmbed, type Embed } from '#entities/rich-text/embeds.ts'
import { RichText } from '#entities/rich-text/rich-text.tsx'
import { useMentionable } from '#entities/work-item/use-mentionable.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { PeekHost } from '#features/work-item-screens/peek-host.tsx'
import { awaitField } from '#ui/controls/typed-ahead.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { EmbeddedItem } from './embedded-item.tsx'
import { EmbeddedPage } from './embedded-page.tsx'
import { withItemLinks } from './item-links.ts'
import { PageActions } from './page-actions.tsx'
import { pageName } from './page-address.ts'
import { PageBar } from './page-bar.tsx'
import type { PageEditorProps, Writing } from './page-editor.tsx'
import { PageHead } from './page-head.tsx'
import type { OpenPage, PageScope } from './page-list.ts'
import { usePageSearch } from './page-search.ts'
import { usePageSettings } from './page-settings.ts'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import { useDiscussion } from './use-discussion.ts'
import { usePageSession } from './use-page-session.ts'
import { useSaveKey } from './use-save-key.ts'
import './page.css'

const OutlineTicks = lazy(() => import('./outline-ticks.tsx'))
const PageEditor = lazy(() => import('./page-editor.tsx'))
const PagePane = lazy(() => import('./page-pane.tsx'))
const VersionOverlay = lazy(() => import('./version-overlay.tsx'))

interface OpenedPageProps {
  scope: PageScope
  page: OpenPage
  onRemoved: () => void
  /** The breadcrumbs. */
  children: ReactNode
}

export function OpenedPage({ scope, page, onRemoved, children }: OpenedPageProps) {
  const { slug } = scope
  const { session, state, mayWrite } = usePageSession(scope, page)
  const [settings, changeSettings] = usePageSettings()
  const [writing, setWriting] = useState<Writing>()
  const [uploading, setUploading] = useState(false)
  const [eager, setEager] = useState(false)
  const { version, openTab, openVersion, tab, comment, openComment } = usePageSearch()
  // Stays rendered once opened: as an overlay, the pane fades out.
  const [paneWanted, setPaneWanted] = useState(false)
  if (tab && !paneWanted) setPaneWanted(true)
  const drawEmbed = useCallback(
    (embed: Embed) =>
      embed.kind === 'page' ? (
        <EmbeddedPage scope={scope} embed={embed} />
      ) : (
        <EmbeddedItem slug={slug} embed={embed} />
      ),
    [slug, scope],
  )
  const { discussion, begin } = useDiscussion(
    { ...scope, id: page.id },
    { anchors: writing?.anchors, active: comment, onActive: openComment },
  )
  // Saving is automatic; while it goes by plain requests, the key saves immediately.
  useSaveKey(() => session?.saveSoon())

  const editor = writing?.editor ?? null

  // The focus was requested before the editor was ready.
  useEffect(() => {
    if (!editor || !eager) return
    editor.commands.focus('start')
    setEager(false)
  }, [editor, eager])

  function writeText() {
    if (editor) return void editor.commands.focus('start')
    awaitField()
    setEager(true)
  }

  const html = () => withItemLinks(editor?.getHTML() ?? page.description_html ?? '', scope)
  return (
    <DrawEmbed value={drawEmbed}>
      <ShellHeader
        actions={
          <PageActions
            scope={scope}
            page={page}
            mayWrite={mayWrite}
            connection={state.connection}
            settings={settings}
            onSettings={changeSettings}
            html={html}
            onHistory={() => openTab('info')}
            onRemoved={onRemoved}
          />
        }
      >
        {children}
      </ShellHeader>
      <PeekHost
        slug={slug}
        aside={
          <Suspense>
            {paneWanted && (
              <PagePane
                scope={scope}
                page={page}
                editor={editor}
                tab={tab}
                version={version}
                mayWrite={mayWrite}
                discussion={discussion}
                onTab={openTab}
                onVersion={openVersion}
              />
            )}
          </Suspense>
        }
      >
        <PageBar
          slug={slug}
          writing={mayWrite && settings.sticky_toolbar && !version ? writing : undefined}
          present={state.present}
          isPaneOpen={tab !== undefined}
          onPane={() => openTab(tab ? undefined : 'outline')}
        />
        <div className="relative flex min-h-0 grow">
          <div inert={version !== undefined} className="min-w-0 grow overflow-y-auto">
            <div
              className={classNames(
                'page-text mx-auto max-w-full px-8 max-md:px-4',
                settings.full_width ? 'w-304' : 'w-196',
                settings.font_size,
                settings.font_style,
              )}
            >
              <PageHead scope={scope} page={page} readOnly={!mayWrite} onDone={writeText} />
              <PageText
                scope={scope}
                page={page}
                session={state.ready ? session : undefined}
                readOnly={!mayWrite}
                onBusy={setUploading}
                onWriting={setWriting}
                onComment={begin}
                onThread={openComment}
              />
            </div>
          </div>
          <Suspense>
            {editor && !tab && <OutlineTicks editor={editor} onOpen={() => openTab('outline')} />}
          </Suspense>
          {version && (
            <Suspense>
              <VersionOverlay
                key={version}
                scope={scope}
                page={page}
                version={version}
                mayRestore={mayWrite}
                onClose={() => openVersion(undefined)}
              />
            </Suspense>
          )}
        </div>
      </PeekHost>
      <UnfinishedUploads when={uploading} />
    </DrawEmbed>
  )
}

interface PageTextProps
  extends Pick<PageEditorProps, 'onBusy' | 'onWriting' | 'onComment' | 'onThread'> {
  scope: PageScope
  page: OpenPage
  /** Defined once the text is loaded. */
  session: ReturnType<typeof usePageSession>['session']
  readOnly: boolean
}

function PageText({ scope, page, session, readOnly, ...events }: PageTextProps) {
  const { slug, project_id } = scope
  const { t } = useTranslation()
  const people = usePeople(slug)
  const mentions = useMentionable({ slug, project: { id: project_id } })

  async function upload(file: File, onProgress: (share: number) => void) {
    const where = { entity_identifier: page.id, onProgress }
    const target = await uploadProjectAsset(slug, project_id, file, 'PAGE_DESCRIPTION', where)
    return { id: target.asset_id, url: target.asset_url ?? '' }
  }

  const still = <StillText html={page.description_html} people={[...people.values()]} />
  if (!session) return still
  return (
    <Suspense fallback={still}>
      <PageEditor
        scope={scope}
        pageId={page.id}
        session={session}
        label={t('pages.text_of', { name: pageName(page) })}
        readOnly={readOnly}
        mentions={mentions}
        upload={upload}
        nameOf={(id) => people.get(id)?.name ?? t('pages.somebody')}
        {...events}
      />
    </Suspense>
  )
}

/** The text as loaded, shown read-only until it can be edited. */
function StillText({
  html,
  people,
}: { html?: string } & Pick<Parameters<typeof RichText>[0], 'people'>) {
  if (html) return <RichText html={html} people={people} />
  return (
    <SkeletonGroup>
      <div className="flex flex-col gap-4 py-2">
        {['92%', '84%', '96%', '60%'].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </SkeletonGroup>
  )
}
