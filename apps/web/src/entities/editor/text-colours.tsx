import { type Editor, useEditorState } from '@tiptap/react'
import { useTranslation } from '#data/i18n.ts'
import { ColourGrid } from './colour-grid.tsx'

/** Text and background colors of the selection. */
export function TextColours({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const colourOf = (kind: string) => (editor.getAttributes(kind).colour as string) ?? null
  const values = useEditorState({
    editor,
    selector: () => ({ text: colourOf('textColour'), background: colourOf('backgroundColour') }),
  })
  const pick = (kind: 'textColour' | 'backgroundColour') => (colour: string | null) => {
    const chain = editor.chain().focus()
    if (colour) chain.setMark(kind, { colour }).run()
    else chain.unsetMark(kind).run()
  }
  return (
    <div className="grid gap-2">
      <ColourGrid
        kind="textColour"
        label={t('editor.text_colours')}
        value={values.text}
        onPick={pick('textColour')}
      />
      <ColourGrid
        kind="backgroundColour"
        label={t('editor.background_colours')}
        value={values.background}
        onPick={pick('backgroundColour')}
      />
    </div>
  )
}
