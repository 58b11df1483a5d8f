import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { CairnMark } from '#ui/icons/logo.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { ContourBackground } from '#ui/theme/contour-background.tsx'
import { CairnDrawing } from './cairn-drawing.tsx'
import { SwitchAccountDialog } from './switch-account-dialog.tsx'

interface OnboardingLayoutProps {
  current: number
  total: number
  title: ReactNode
  subtitle?: ReactNode
  children: ReactNode
}

/** Layout of every step: the form on the left, a growing cairn on the right. */
export function OnboardingLayout({
  current,
  total,
  title,
  subtitle,
  children,
}: OnboardingLayoutProps) {
  return (
    <div className="flex min-h-full bg-surface">
      <div className="flex min-w-0 grow flex-col lg:w-1/2 lg:grow-0">
        <header className="flex items-center gap-4 px-8 py-6 max-md:px-4 max-md:py-4">
          <CairnMark size={28} />
          <StepIndicator current={current} total={total} />
          <div className="min-w-0 grow lg:hidden" />
          <div className="min-w-0 lg:hidden">
            <AccountChip />
          </div>
        </header>
        <main className="flex grow flex-col items-center px-4 py-6 md:justify-center md:pb-14">
          <div className="w-110 max-w-full">
            <h1 className="text-display font-semibold wrap-anywhere">{title}</h1>
            {subtitle && <p className="mt-1 text-ink-2">{subtitle}</p>}
            {children}
          </div>
        </main>
      </div>
      <div className="relative isolate flex w-1/2 flex-col overflow-hidden border-l border-line bg-canvas max-lg:hidden">
        <ContourBackground />
        <div className="relative flex justify-end px-8 py-6">
          <AccountChip />
        </div>
        <div className="grid grow place-items-center pb-14">
          <CairnDrawing placed={current - 1} total={total} />
        </div>
      </div>
    </div>
  )
}

function StepIndicator({ current, total }: { current: number; total: number }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-3 max-sm:flex-col max-sm:items-start max-sm:gap-1">
      <div aria-hidden className="flex gap-1">
        {Array.from({ length: total }, (_, index) => index + 1).map((step) => (
          <span
            key={step}
            className={classNames(
              'h-1 w-8 rounded-full forced-color-adjust-none max-sm:w-6',
              step <= current ? 'bg-accent' : 'bg-pressed',
            )}
          />
        ))}
      </div>
      <span className="text-small whitespace-nowrap text-ink-3 tabular-nums">
        {t('onboarding.progress', { current, count: total })}
      </span>
    </div>
  )
}

/** Shows the signed-in account and lets the user switch to another one. */
function AccountChip() {
  const { t } = useTranslation()
  const { id, first_name, last_name, email, avatar_url } = useMe()
  const name = `${first_name} ${last_name}`.trim() || email
  const [switching, setSwitching] = useState(false)
  return (
    <>
      <Menu
        align="end"
        trigger={
          <button
            type="button"
            className="hit flex h-8 max-w-70 min-w-0 items-center gap-2 rounded-full border border-line bg-surface pr-2.5 pl-1 hover:bg-hover aria-expanded:bg-pressed"
          >
            <Avatar person={{ id, name, photo: avatar_url }} size={24} tooltip={false} />
            <span className="truncate max-sm:hidden">{name}</span>
            <span className="sr-only">{t('onboarding.account_menu')}</span>
            <Icon of={ChevronDown} size={14} className="text-ink-3" />
          </button>
        }
        items={[
          { heading: email },
          { label: t('onboarding.wrong_address'), onSelect: () => setSwitching(true) },
        ]}
      />
      <SwitchAccountDialog open={switching} onClose={() => setSwitching(false)} />
    </>
  )
}
