import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { classNames } from '../theme/class-names.ts'
import { popupLook, positionerLook } from './popup-look.ts'
import type { Popup } from './use-popup.ts'

interface PopoverPopupProps {
  popup: Popup
  /** Gets the focus on close; by default the trigger. */
  returnTo?: HTMLElement
  label: string
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  width?: number
  bare?: boolean
  sheet?: boolean
  children: ReactNode
}

// Overrides the inline style that positions it beside its trigger.
const sheetPosition =
  'max-md:fixed! max-md:inset-x-0! max-md:top-auto! max-md:bottom-0! max-md:w-full! max-md:transform-none!'
const sheetLook =
  'max-md:max-h-[85dvh]! max-md:w-full! max-md:max-w-none! max-md:rounded-b-none max-md:rounded-t-xl max-md:border-x-0 max-md:border-b-0'

export default function PopoverPopup({
  popup,
  returnTo,
  label,
  align = 'start',
  side = 'bottom',
  width,
  bare = false,
  sheet = false,
  children,
}: PopoverPopupProps) {
  const { t } = useTranslation()
  return (
    <Popover.Root
      open={popup.open}
      onOpenChange={popup.handleOpenChange}
      onOpenChangeComplete={popup.handleOpenChangeComplete}
    >
      <Popover.Portal>
        {sheet && <Popover.Backdrop className="fixed inset-0 z-(--z-popover) bg-scrim md:hidden" />}
        <Popover.Positioner
          anchor={popup.at ?? popup.trigger}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={classNames(positionerLook, sheet && sheetPosition)}
        >
          <Popover.Popup
            id={popup.id}
            aria-label={label}
            finalFocus={returnTo ? () => returnTo : popup.trigger}
            style={{ width }}
            className={classNames(
              popupLook,
              'max-h-(--available-height) max-w-(--available-width) overflow-y-auto',
              !bare && 'p-3',
              sheet && sheetLook,
            )}
          >
            {sheet && (
              <div className="flex h-12 shrink-0 items-center border-b border-line-subtle pl-4 font-medium md:hidden">
                {label}
                <Popover.Close className="ml-auto h-full px-4 text-accent-ink">
                  {t('ui.done')}
                </Popover.Close>
              </div>
            )}
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
