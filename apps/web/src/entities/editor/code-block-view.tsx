import { type Language, languages } from '@cairn/editor'
import { NodeViewContent, NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { CodeFrame } from '#entities/rich-text/code-frame.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Combobox } from '#ui/controls/combobox.tsx'
import { Icon } from '#ui/icons/icon.tsx'

const options = Object.entries(languages).map(([value, label]) => ({ value, label }))

const nameOf = (language: string) => languages[language as Language] ?? language

export function CodeBlockView({ node, editor, updateAttributes }: ReactNodeViewProps) {
  const { t } = useTranslation()
  const language = (node.attrs.language as string | null) ?? 'plaintext'
  return (
    <NodeViewWrapper>
      <CodeFrame
        code={node.textContent}
        controls={
          editor.isEditable && (
            <Combobox
              label={t('editor.language')}
              options={options}
              value={language}
              onChange={(chosen) => updateAttributes({ language: chosen })}
              align="end"
              trigger={
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={t('editor.language_of', { name: nameOf(language) })}
                  after={<Icon of={ChevronDown} size={12} />}
                >
                  {nameOf(language)}
                </Button>
              }
            />
          )
        }
      >
        <pre>
          <NodeViewContent<'code'> as="code" style={{ whiteSpace: 'pre' }} />
        </pre>
      </CodeFrame>
    </NodeViewWrapper>
  )
}
