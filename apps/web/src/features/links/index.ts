export { LinksSection } from './links-section.tsx'

export const loadLinkDialog = () => import('./link-dialog.tsx')
