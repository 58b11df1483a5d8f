// Loaded as one: most visits begin with a list, and each file is a request.
export { Shell } from '#features/shell/shell.tsx'
export { WorkItemsScreen } from '#features/work-items/work-items-screen.tsx'
