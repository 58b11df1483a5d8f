import { Camera, ImageIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe, useMyPerson } from '#entities/account/hooks.ts'
import { AvatarDialog } from '#entities/file/avatar-dialog.tsx'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { CoverDialog } from './cover-dialog.tsx'

/** The cover, the avatar on it, and the user's name. */
export function ProfilePictures() {
  const { t } = useTranslation()
  const me = useMe()
  const person = useMyPerson()
  const [changing, setChanging] = useState<'avatar' | 'cover'>()
  const close = () => setChanging(undefined)
  const fullName = `${me.first_name} ${me.last_name}`.trim() || me.display_name

  return (
    <section aria-label={t('account.profile.pictures')} className="mt-6">
      <div className="relative h-40 overflow-hidden rounded-lg border border-line bg-sunken">
        {me.cover_image_url && (
          <img src={me.cover_image_url} alt="" className="size-full object-cover" />
        )}
        <Button
          icon={ImageIcon}
          className="absolute top-3 right-3"
          onClick={() => setChanging('cover')}
        >
          {t('account.profile.change_cover')}
        </Button>
      </div>
      <div className="relative -mt-8 flex items-start gap-3 pl-4">
        <button
          type="button"
          aria-label={t('account.profile.change_avatar')}
          className="group relative rounded-full ring-3 ring-surface"
          onClick={() => setChanging('avatar')}
        >
          <Avatar person={person} size={64} tooltip={false} className="block" />
          <span className="absolute -right-0.5 -bottom-0.5 grid size-6 place-items-center rounded-full border border-line bg-raised text-ink-2 group-hover:text-ink">
            <Icon of={Camera} size={14} />
          </span>
        </button>
        <div className="min-w-0 grow pt-9">
          <p className="truncate text-title font-semibold">{fullName}</p>
          <p className="truncate text-ink-2">{me.email}</p>
        </div>
      </div>
      <AvatarDialog
        open={changing === 'avatar'}
        onClose={close}
        onRemoved={() => toast({ kind: 'success', title: t('account.profile.avatar_removed') })}
      />
      <CoverDialog open={changing === 'cover'} onClose={close} />
    </section>
  )
}
