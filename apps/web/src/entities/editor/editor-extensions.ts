import {
  Callout,
  CodeBlock,
  documentExtensions,
  Mention,
  Picture,
  WorkItemEmbed,
} from '@cairn/editor/document'
import { type Extensions, ReactNodeViewRenderer } from '@tiptap/react'
import { type TextKey, t } from '#data/i18n.ts'
import type { EditorProps } from '#entities/rich-text/editor-props.ts'
import { CalloutView } from './callout-view.tsx'
import { CodeBlockView } from './code-block-view.tsx'
import { findEmoji, loadEmoji } from './emoji-items.tsx'
import { findPeople } from './mention-items.tsx'
import { PictureView } from './picture-view.tsx'
import { findSlashItems } from './slash-items.tsx'
import { SubmitKeys } from './submit-keys.ts'
import { type SuggestionSource, type SuggestionStore, suggestions } from './suggestions.ts'
import { ToolbarKey } from './toolbar-key.ts'
import { WorkItemEmbedView } from './work-item-embed-view.tsx'

type Writing = Pick<
  EditorProps,
  'placeholder' | 'toolbar' | 'upload' | 'mentions' | 'onSubmit' | 'submitOnEnter'
>

interface Setup {
  /** The props of now: the editor outlives many of them. */
  props: () => Writing
  store: SuggestionStore
  pickPicture: () => void
  /** Only pages show work items among their blocks. */
  pickWorkItem?: () => void
  shared?: boolean
}

function placeholderOf(
  { placeholder = '', toolbar = 'bubble' }: Writing,
  { level, focused, alone }: { level?: number; focused: boolean; alone: boolean },
) {
  if (toolbar !== 'bubble') return alone ? placeholder : ''
  if (level) return t(`editor.formats.heading_${level}` as TextKey)
  return focused ? t('editor.press_slash') : alone ? placeholder : ''
}

function sourcesOf({ props, pickPicture, pickWorkItem }: Setup): SuggestionSource[] {
  const slash: SuggestionSource = {
    kind: 'slash',
    char: '/',
    find: (typed) =>
      findSlashItems(typed, { pickPicture: props().upload && pickPicture, pickWorkItem }),
  }
  const mention: SuggestionSource = {
    kind: 'mention',
    char: '@',
    showsNothingFound: true,
    find: (typed) => findPeople(typed, props().mentions?.people ?? []),
  }
  const { toolbar = 'bubble' } = props()
  return [
    // A comment and a note have their buttons always there.
    ...(toolbar === 'bubble' ? [slash] : []),
    // Whom a note names nobody tells of it.
    ...(toolbar === 'note' ? [] : [mention]),
    { kind: 'emoji', char: ':', find: findEmoji, load: loadEmoji },
  ]
}

export const editorExtensions = (setup: Setup): Extensions => [
  ...documentExtensions(
    {
      task: (text) => t('editor.task', { text }),
      placeholder: (line) => placeholderOf(setup.props(), line),
    },
    setup,
  ),
  CodeBlock.extend({ addNodeView: () => ReactNodeViewRenderer(CodeBlockView) }),
  Callout.extend({ addNodeView: () => ReactNodeViewRenderer(CalloutView) }),
  Picture.extend({ addNodeView: () => ReactNodeViewRenderer(PictureView) }),
  ...(setup.pickWorkItem
    ? [WorkItemEmbed.extend({ addNodeView: () => ReactNodeViewRenderer(WorkItemEmbedView) })]
    : []),
  Mention,
  SubmitKeys.configure({
    onSubmit: () => setup.props().onSubmit,
    onEnter: () => setup.props().submitOnEnter ?? false,
  }),
  ToolbarKey,
  suggestions(sourcesOf(setup), setup.store),
]
