import { Copy } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { copyText } from '#ui/platform/copy-text.ts'

interface CopyFieldProps {
  label: string
  hint: string
  value: string
}

/** Something to paste elsewhere. */
export function CopyField({ label, hint, value }: CopyFieldProps) {
  const { t } = useTranslation()

  async function handleCopy() {
    const copied = await copyText(value)
    toast({
      kind: copied ? 'success' : 'error',
      title: t(copied ? 'god_mode.copied' : 'god_mode.not_copied', { label }),
    })
  }

  return (
    <Input
      label={label}
      hint={hint}
      readOnly
      value={value}
      className="bg-sunken! pr-0.5"
      after={
        <IconButton
          size="sm"
          icon={Copy}
          iconSize={14}
          label={t('god_mode.copy', { label })}
          onClick={() => void handleCopy()}
        />
      }
    />
  )
}
