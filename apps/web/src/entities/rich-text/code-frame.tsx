import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { copyText } from '#ui/platform/copy-text.ts'

interface CodeFrameProps {
  code: string
  /** Left of the copy button: the language. */
  controls?: ReactNode
  children: ReactNode
}

/** A block of code with its actions in the corner. */
export function CodeFrame({ code, controls, children }: CodeFrameProps) {
  return (
    <div className="code-block">
      {children}
      <div contentEditable={false} className="code-controls">
        {controls}
        <CopyCode code={code} />
      </div>
    </div>
  )
}

function CopyCode({ code }: { code: string }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <IconButton
      size="sm"
      iconSize={14}
      icon={copied ? Check : Copy}
      label={t(copied ? 'editor.code_copied' : 'editor.copy_code')}
      onClick={async () => setCopied(await copyText(code))}
    />
  )
}
