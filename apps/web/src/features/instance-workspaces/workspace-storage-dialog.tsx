import type { InstanceWorkspace } from '@cairn/contract'
import { useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormFields } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { RadioGroup } from '#ui/controls/radio-group.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { sizeText } from '#ui/platform/size-text.ts'
import { gigabytesText, readGigabytes } from './gigabytes.ts'

type Choice = 'instance' | 'none' | 'own'

const choiceOf = (limit: number | null): Choice => {
  if (limit === null) return 'instance'
  return limit === 0 ? 'none' : 'own'
}

interface WorkspaceStorageDialogProps {
  workspace: InstanceWorkspace
  /** Limit in bytes for workspaces without their own; 0: none. */
  instanceLimit: number
  open: boolean
  onClose: () => void
  onSave: (storage_limit: number | null) => void
}

export function WorkspaceStorageDialog({
  workspace,
  instanceLimit,
  open,
  onClose,
  onSave,
}: WorkspaceStorageDialogProps) {
  const { t } = useTranslation()
  const { name, storage_used, storage_limit } = workspace
  const field = useRef<HTMLInputElement>(null)
  const [choice, setChoice] = useState(choiceOf(storage_limit))
  const [typed, setTyped] = useState(gigabytesText(storage_limit ?? 0))
  const [tried, setTried] = useState(false)
  const bytes = readGigabytes(typed)
  const error = bytes ? undefined : t('god_mode.workspaces.storage_wrong')
  const isBelowUse = bytes !== undefined && bytes > 0 && bytes < storage_used

  function handleSubmit() {
    setTried(true)
    if (choice === 'own' && !bytes) {
      field.current?.focus()
      return
    }
    onSave(choice === 'own' ? (bytes ?? null) : choice === 'none' ? 0 : null)
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={t('god_mode.workspaces.storage_dialog')}
      description={
        <span className="wrap-anywhere">
          {t('god_mode.workspaces.storage_used', { name, used: sizeText(storage_used) })}
        </span>
      }
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('god_mode.workspaces.storage_save')}
          </Button>
        </>
      }
    >
      <FormFields>
        <RadioGroup
          label={t('god_mode.workspaces.storage_dialog')}
          hideLabel
          value={choice}
          onChange={setChoice}
          options={[
            {
              value: 'instance',
              label: t('god_mode.workspaces.storage_instance'),
              hint:
                instanceLimit > 0
                  ? sizeText(instanceLimit)
                  : t('god_mode.workspaces.storage_unlimited'),
            },
            { value: 'none', label: t('god_mode.workspaces.storage_unlimited') },
            { value: 'own', label: t('god_mode.workspaces.storage_own') },
          ]}
        />
        {choice === 'own' && (
          <Input
            ref={field}
            size="lg"
            label={t('god_mode.workspaces.storage_gigabytes')}
            hint={isBelowUse ? t('god_mode.workspaces.storage_below_use') : undefined}
            placeholder="5"
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            required
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={(tried || typed.trim() !== '') && error}
          />
        )}
      </FormFields>
    </Dialog>
  )
}
