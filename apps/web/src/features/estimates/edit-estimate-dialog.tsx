import type { Estimate } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Presence, useClose } from '#ui/platform/presence.tsx'
import { usePointActions } from './change-hooks.ts'
import { HeirSelect } from './heir-select.tsx'
import { type ListedValue, ValueList } from './value-list.tsx'
import { valueText } from './value-text.ts'

interface EditEstimateDialogProps {
  slug: string
  estimate: Estimate
  onClose: () => void
}

/** The values of a system; each change is saved at once. */
export default function EditEstimateDialog({ slug, estimate, onClose }: EditEstimateDialogProps) {
  const { t } = useTranslation()
  const leave = useClose(onClose)
  const [removing, setRemoving] = useState<ListedValue>()
  const actions = usePointActions({ slug, project_id: estimate.project }, estimate)
  const { type, points } = estimate
  const [description, setDescription] = useState(estimate.description)
  const then = {
    onSuccess: () =>
      void toast({ kind: 'success', title: t('estimates.modified', { name: estimate.name }) }),
  }

  function describe() {
    const next = description.trim()
    if (next !== estimate.description) actions.describe.mutate(next, then)
  }

  function close() {
    describe()
    leave()
  }

  return (
    <Dialog
      open
      onClose={close}
      title={t('estimates.edit_title', { name: estimate.name })}
      description={t('estimates.edit_text')}
      footer={<Button onClick={close}>{t('estimates.done')}</Button>}
    >
      <div className="mb-4">
        <Input
          label={t('estimates.description')}
          placeholder={t('estimates.description_hint')}
          maxLength={1000}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
          onBlur={describe}
          onKeyDown={(event) => event.key === 'Enter' && describe()}
        />
      </div>
      <ValueList
        type={type}
        values={points}
        onChange={(point_id, written) => actions.change.mutate({ point_id, ...written }, then)}
        onAdd={(written) => {
          const key = Math.max(0, ...points.map((point) => point.key)) + 1
          actions.add.mutate({ key, ...written }, then)
        }}
        onRemove={setRemoving}
        onArrange={(ids) => actions.arrange.mutate(ids, then)}
      />
      <Presence>
        {removing && (
          <RemoveValueDialog
            key={removing.id}
            text={valueText(type, removing.value)}
            options={points
              .filter(({ id }) => id !== removing.id)
              .map(({ id, value }) => ({ id, text: valueText(type, value) }))}
            onRemove={(heir) => actions.remove.mutate({ point_id: removing.id, heir }, then)}
            onClose={() => setRemoving(undefined)}
          />
        )}
      </Presence>
    </Dialog>
  )
}

interface RemoveValueDialogProps {
  text: string
  options: readonly { id: string; text: string }[]
  onRemove: (heir: string | null) => void
  onClose: () => void
}

/** Selects the value the items get instead. */
function RemoveValueDialog({ text, options, onRemove, onClose }: RemoveValueDialogProps) {
  const { t } = useTranslation()
  const [heir, setHeir] = useState<string | null>(null)

  const close = useClose(onClose)

  return (
    <Dialog
      open
      onClose={close}
      size="sm"
      title={t('estimates.remove_title', { value: text })}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            variant="danger"
            onClick={() => {
              onRemove(heir)
              close()
            }}
          >
            {t('estimates.remove')}
          </Button>
        </>
      }
    >
      <HeirSelect
        hideLabel={false}
        label={t('estimates.replace_by')}
        options={options}
        value={heir}
        onChange={setHeir}
      />
    </Dialog>
  )
}
