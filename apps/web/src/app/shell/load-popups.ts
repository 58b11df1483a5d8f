const popups = [
  () => import('#ui/controls/combobox-popup.tsx'),
  () => import('#entities/work-item/property-popup.tsx'),
  () => import('#ui/overlays/popover-popup.tsx'),
  () => import('#ui/dates/day-panel.tsx'),
  () => import('#ui/overlays/menu-popup.tsx'),
  () => import('./workspace-entries.tsx'),
  () => import('./project-entries.tsx'),
  () => import('./help-entries.tsx'),
  () => import('#entities/account/user-entries.tsx'),
  () => import('#ui/overlays/dialog-popup.tsx'),
  () => import('#ui/overlays/confirm-dialog-popup.tsx'),
  () => import('#features/work-item-dialog/work-item-dialog.tsx'),
]

/** Loads popups before they are opened: they then open at once, and also offline. */
export async function loadPopups() {
  // One by one; after a lost network they are loaded when needed.
  for (const load of popups) await load().catch(() => undefined)
}
