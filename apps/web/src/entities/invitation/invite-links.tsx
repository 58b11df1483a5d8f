import { Copy } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormFields } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { copyText } from '#ui/platform/copy-text.ts'
import type { InviteLink } from './pending-hooks.ts'

/** If no mail can be sent, the inviter passes the links on. */
export function InviteLinks({ links }: { links: readonly InviteLink[] }) {
  const { t } = useTranslation()

  async function copy(link: string) {
    const copied = await copyText(link)
    toast({
      kind: copied ? 'success' : 'error',
      title: t(copied ? 'members.link_copied' : 'members.link_not_copied'),
    })
  }

  return (
    <FormFields>
      {links.map(({ email, link }) => (
        <div key={email} className="flex items-end gap-2">
          <div className="min-w-0 grow">
            <Input
              readOnly
              size="lg"
              label={<span className="wrap-anywhere">{email}</span>}
              value={link}
              onFocus={(event) => event.target.select()}
            />
          </div>
          <Button
            size="lg"
            icon={Copy}
            aria-label={t('members.copy_link_for', { email })}
            onClick={() => void copy(link)}
          >
            {t('members.copy')}
          </Button>
        </div>
      ))}
    </FormFields>
  )
}
