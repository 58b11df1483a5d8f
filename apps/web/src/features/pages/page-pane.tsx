import { type Editor, useEditorState } from '@tiptap/react'
import { useTranslation } from '#data/i18n.ts'
import { Tabs } from '#ui/controls/tabs.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { Outline } from './outline.tsx'
import { PageAssets } from './page-assets.tsx'
import { type Discussion, PageComments } from './page-comments.tsx'
import { PageInfo } from './page-info.tsx'
import type { OpenPage, PageScope } from './page-list.ts'
import { type PaneTab, paneTabs } from './page-search.ts'
import { headingsIn } from './text-parts.ts'

interface PagePaneProps {
  scope: PageScope
  page: OpenPage
  editor: Editor | null
  /** Undefined while it is closed. */
  tab: PaneTab | undefined
  version: string | undefined
  mayWrite: boolean
  discussion: Discussion
  onTab: (tab: PaneTab | undefined) => void
  onVersion: (id: string | undefined, staysOpen?: boolean) => void
}

/** Beside the page, or over it where there is no room: its outline, comments and history. */
export default function PagePane(props: PagePaneProps) {
  const { tab, onTab } = props
  const { t } = useTranslation()
  const small = useSmallScreen()
  if (small) {
    return (
      <SidePanel
        open={tab !== undefined}
        onClose={() => onTab(undefined)}
        label={t('pages.pane')}
        width={320}
      >
        {tab && <Pane {...props} tab={tab} onVersion={(id) => props.onVersion(id, false)} />}
      </SidePanel>
    )
  }
  if (!tab) return null
  return (
    <aside
      aria-label={t('pages.pane')}
      className="w-80 shrink-0 overflow-y-auto border-l border-line bg-surface"
    >
      <Pane {...props} tab={tab} />
    </aside>
  )
}

function Pane({
  tab,
  onTab,
  editor,
  discussion,
  mayWrite,
  ...rest
}: PagePaneProps & { tab: PaneTab }) {
  const { t } = useTranslation()
  return (
    <div className="p-4 pt-2">
      <Tabs
        label={t('pages.pane')}
        tabs={paneTabs.map((value) => ({ value, label: t(`pages.pane_tabs.${value}`) }))}
        value={tab}
        onChange={onTab}
        panelClassName="pt-4"
      >
        {tab === 'outline' && editor && <OutlineTab editor={editor} />}
        {tab === 'comments' && (
          <PageComments
            {...discussion}
            scope={{ ...rest.scope, id: rest.page.id }}
            editor={editor}
            mayWrite={mayWrite}
            onClose={() => onTab(undefined)}
          />
        )}
        {tab === 'info' && <PageInfo {...rest} editor={editor} />}
        {tab === 'assets' && editor && <PageAssets editor={editor} />}
      </Tabs>
    </div>
  )
}

function OutlineTab({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const headings = useEditorState({
    editor,
    selector: () => headingsIn(editor.state.doc),
  })
  if (headings.length > 0) return <Outline editor={editor} headings={headings} />
  return (
    <div className="py-8 text-center">
      <p className="font-medium">{t('pages.no_headings')}</p>
      <p className="mt-1 text-ink-2">{t('pages.no_headings_text')}</p>
    </div>
  )
}
