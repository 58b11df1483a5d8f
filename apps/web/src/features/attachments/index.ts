export { AttachmentsSection } from './attachments-section.tsx'
export { useUploads } from './use-uploads.ts'
