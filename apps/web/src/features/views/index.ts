export { useViewMenu } from './use-view-menu.ts'
export { ViewActions } from './view-actions.tsx'
export { type RequestedAction, ViewDialogs } from './view-dialogs.tsx'
