import {
  Archive,
  CopyPlus,
  ExternalLink,
  Link as LinkIcon,
  Pencil,
  SlidersHorizontal,
  Trash2,
  X,
} from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { FormFields } from '#ui/controls/form-layout.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { Textarea } from '#ui/controls/textarea.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { ToastCard } from '#ui/feedback/toast-card.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { ContextMenu } from '#ui/overlays/context-menu.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Menu, type MenuEntry } from '#ui/overlays/menu.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { GallerySection } from './gallery-section.tsx'

const items: MenuEntry[] = [
  { label: 'Edit', icon: Pencil, shortcut: 'e' },
  { label: 'Make a copy', icon: CopyPlus },
  { label: 'Open in new tab', icon: ExternalLink, href: '#' },
  { label: 'Copy link', icon: LinkIcon, shortcut: 'mod+alt+c' },
  {
    label: 'Move to',
    icon: SlidersHorizontal,
    items: [{ label: 'Cycle 24' }, { label: 'Cycle 25' }],
  },
  'line',
  { label: 'Archive', icon: Archive, disabled: true },
  { label: 'Delete', icon: Trash2, danger: true },
]

export function MenusSection() {
  const [shown, setShown] = useState(true)
  return (
    <GallerySection title="Menus, popovers, tooltips">
      <div className="flex flex-wrap gap-2">
        <Menu trigger={<Button>Actions</Button>} items={items} />
        <Menu
          trigger={<Button variant="ghost">Checks</Button>}
          items={[
            { heading: 'Show' },
            {
              label: 'Sub-work items',
              checked: shown,
              stay: true,
              onSelect: () => setShown(!shown),
            },
            { label: 'Empty groups', checked: false, stay: true },
          ]}
        />
        <Popover trigger={<Button>Popover</Button>} label="Display" width={300}>
          <Switch label="Show sub-work items" defaultChecked />
        </Popover>
        <IconButton label="Open command palette" shortcut="mod+k" icon={LinkIcon} />
      </div>
      <ContextMenu items={() => items}>
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the menu key needs a focus to open at
          tabIndex={0}
          aria-label="Context menu"
          className="mt-3 grid h-16 place-items-center rounded-lg border border-dashed border-line-strong text-ink-3"
        >
          Right click, or the menu key
        </section>
      </ContextMenu>
    </GallerySection>
  )
}

const close = <IconButton size="sm" icon={X} label="Close" />

export function ToastsSection() {
  return (
    <GallerySection title="Toasts">
      <div className="flex flex-col gap-3">
        <ToastCard
          kind="success"
          title="Link copied"
          text="Work item link copied to clipboard"
          close={close}
        />
        <ToastCard
          kind="error"
          title="Not moved"
          text="This state was deleted by Priya Raman. The card is back in Todo."
          action={<Button size="sm">Try again</Button>}
          close={close}
        />
        <ToastCard
          kind="warning"
          title="Cannot move work item"
          text="Drag and drop is disabled for the current grouping"
          close={close}
        />
        <Button
          onClick={() =>
            toast({
              title: 'Work item archived',
              text: 'TRAIL-417 is in the archive.',
              action: { label: 'Undo', onSelect: () => toast({ title: 'Brought back' }) },
            })
          }
        >
          Show a toast
        </Button>
      </div>
    </GallerySection>
  )
}

export function DialogsSection() {
  const [open, setOpen] = useState<'confirm' | 'typed' | 'form' | 'panel'>()
  const shut = () => setOpen(undefined)
  return (
    <GallerySection title="Dialogs">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpen('confirm')}>Confirm</Button>
        <Button onClick={() => setOpen('typed')}>Typed confirm</Button>
        <Button onClick={() => setOpen('form')}>Form</Button>
        <Button onClick={() => setOpen('panel')}>Side panel</Button>
      </div>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={shut}
        onConfirm={shut}
        title="Delete TRAIL-417?"
        confirmLabel="Delete"
        busyLabel="Deleting"
      >
        “Contour lines flicker at zoom level 13” and its history will be removed. This cannot be
        undone.
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'typed'}
        onClose={shut}
        onConfirm={shut}
        title="Delete Trail Maps?"
        confirmLabel="Delete project"
        typedConfirmation="Trail Maps"
      >
        All work items, cycles, modules and pages in it will be removed.
      </ConfirmDialog>
      <Dialog
        open={open === 'form'}
        onClose={shut}
        onSubmit={shut}
        title="Create cycle"
        footer={
          <>
            <Button onClick={shut}>Cancel</Button>
            <Button type="submit" variant="primary">
              Create cycle
            </Button>
          </>
        }
      >
        <FormFields>
          <Input size="lg" label="Title" />
          <Textarea label="Description" />
        </FormFields>
      </Dialog>
      <SidePanel open={open === 'panel'} onClose={shut} label="TRAIL-412" header="TRAIL-412">
        <div className="p-6">
          <Button onClick={shut}>Close</Button>
        </div>
      </SidePanel>
    </GallerySection>
  )
}
