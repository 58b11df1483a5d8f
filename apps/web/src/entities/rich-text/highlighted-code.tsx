import { highlight } from '@cairn/editor/highlight'
import { useMemo } from 'react'

interface HighlightedCodeProps {
  code: string
  language: string | undefined
}

export default function HighlightedCode({ code, language }: HighlightedCodeProps) {
  const parts = useMemo(() => highlight(code, language), [code, language])
  return (
    <code>
      {parts.map(({ className, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other identity
        <span key={index} className={className}>
          {text}
        </span>
      ))}
    </code>
  )
}
