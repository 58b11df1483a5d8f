import { useTranslation } from '#data/i18n.ts'
import { Button } from '../controls/button.tsx'
import { FormFields } from '../controls/form-layout.tsx'
import { Banner } from '../feedback/banner.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

interface FormDialogProps extends Omit<DialogProps, 'footer' | 'onSubmit'> {
  /** Label of the primary button. */
  action: string
  onSubmit: () => void
  busy?: boolean
  /** Why the server refused it, where no single field is to blame. */
  problem?: string | undefined
}

/** Fields under each other, with Cancel and one button that submits them. */
export function FormDialog({ action, busy, problem, children, ...props }: FormDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      {...props}
      footer={
        <>
          <Button onClick={props.onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <FormFields>
        {problem && (
          <Banner boxed tone="danger">
            {problem}
          </Banner>
        )}
        {children}
      </FormFields>
    </Dialog>
  )
}
