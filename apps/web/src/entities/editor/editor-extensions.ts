import {
  Callout,
  CodeBlock,
  documentExtensions,
  Mention,
  PageEmbed,
  Picture,
  WorkItemEmbed,
} from '@cairn/editor/document'
import { type Extensions, ReactNodeViewRenderer } from '@tiptap/react'
import { type TextKey, t } from '#data/i18n.ts'
import type { EditorProps } from '#entities/rich-text/editor-props.ts'
import { CalloutView } from './callout-view.tsx'
import { CaretKeys } from './caret-keys.ts'
import { CodeBlockView } from './code-block-view.tsx'
import { EmbedView } from './embed-view.tsx'
import { findEmoji, loadEmoji } from './emoji-items.tsx'
import { findPeople } from './mention-items.tsx'
import { PictureView } from './picture-view.tsx'
import { findSlashItems } from './slash-items.tsx'
import { SubmitKeys } from './submit-keys.ts'
import { type SuggestionSource, type SuggestionStore, suggestions } from './suggestions.ts'
import { ToolbarKey } from './toolbar-key.ts'

type Writing = Pick<
  EditorProps,
  'placeholder' | 'toolbar' | 'upload' | 'mentions' | 'onSubmit' | 'submitOnEnter'
>

interface Setup {
  /** The current props: the editor outlives many renders. */
  props: () => Writing
  store: SuggestionStore
  pickPicture: () => void
  /** Only pages can contain work items. */
  pickWorkItem?: () => void
  /** Missing if none may be created. */
  addSubPage?: () => (() => void) | undefined
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

function sourcesOf({ props, pickPicture, pickWorkItem, addSubPage }: Setup): SuggestionSource[] {
  const slash: SuggestionSource = {
    kind: 'slash',
    char: '/',
    find: (typed) =>
      findSlashItems(typed, {
        pickPicture: props().upload && pickPicture,
        pickWorkItem,
        addSubPage: addSubPage?.(),
      }),
  }
  const mention: SuggestionSource = {
    kind: 'mention',
    char: '@',
    showsNothingFound: true,
    find: (typed) => findPeople(typed, props().mentions?.people ?? []),
  }
  const { toolbar = 'bubble' } = props()
  return [
    // Comments and notes have a fixed toolbar.
    ...(toolbar === 'bubble' ? [slash] : []),
    // Mentions in a note would not notify anyone.
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
    ? [WorkItemEmbed, PageEmbed].map((block) =>
        block.extend({ addNodeView: () => ReactNodeViewRenderer(EmbedView) }),
      )
    : []),
  Mention,
  SubmitKeys.configure({
    onSubmit: () => setup.props().onSubmit,
    onEnter: () => setup.props().submitOnEnter ?? false,
  }),
  ToolbarKey,
  CaretKeys,
  suggestions(sourcesOf(setup), setup.store),
]
