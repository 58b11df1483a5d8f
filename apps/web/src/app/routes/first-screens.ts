// Bundled together: most visits begin with a list, and each file is a request.

export { WorkItemsScreen } from '#features/work-items/work-items-screen.tsx'
export { Shell } from '../shell/shell.tsx'
