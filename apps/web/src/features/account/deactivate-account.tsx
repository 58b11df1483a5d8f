import { ChevronRight, UserX } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useDeactivate } from '#entities/account/change-hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { leaveToast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { setTheme } from '#ui/theme/theme.ts'

/** Collapsed, so that no account is deactivated by accident. */
export function DeactivateAccount() {
  const { t } = useTranslation()
  const id = useId()
  const [unfolded, setUnfolded] = useState(false)
  const [asking, setAsking] = useState(false)
  const deactivate = useDeactivate()

  const confirm = () =>
    deactivate.mutate(undefined, {
      onSuccess: () => {
        setTheme('system')
        leaveToast({ kind: 'success', title: t('account.deactivate.done') })
        // Loads a new page, so that nothing this user could see stays in memory.
        location.assign('/')
      },
      onError: (error) => {
        setAsking(false)
        notifyFailure(t('account.deactivate.not_done'), error)
      },
    })

  return (
    <div className="border-t border-line-subtle pt-4">
      <h2>
        <button
          type="button"
          aria-expanded={unfolded}
          aria-controls={id}
          className="-ml-1 flex h-8 items-center gap-1.5 rounded-md px-1 font-medium max-md:h-11"
          onClick={() => setUnfolded(!unfolded)}
        >
          <Icon
            of={ChevronRight}
            className={classNames(
              'text-ink-3 transition-transform duration-(--time-base)',
              unfolded && 'rotate-90',
            )}
          />
          {t('account.deactivate.title')}
        </button>
      </h2>
      {unfolded && (
        <div id={id} className="pt-1 pl-5.5">
          <p className="text-ink-2">{t('account.deactivate.warning')}</p>
          <Button className="mt-3 text-danger-ink" icon={UserX} onClick={() => setAsking(true)}>
            {t('account.deactivate.title')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={t('account.deactivate.question')}
        icon={UserX}
        confirmLabel={t('account.deactivate.confirm')}
        busyLabel={t('account.deactivate.busy')}
        busy={deactivate.isPending || deactivate.isSuccess}
      >
        <ul className="list-disc pl-4">
          <li>{t('account.deactivate.no_work')}</li>
          <li>{t('account.deactivate.signed_out')}</li>
          <li>{t('account.deactivate.no_return')}</li>
        </ul>
      </ConfirmDialog>
    </div>
  )
}
