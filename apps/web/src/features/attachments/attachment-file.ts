import { attachmentTypes } from '@cairn/contract'
import {
  FileArchive,
  FileCode,
  File as FileIcon,
  FileImage,
  FileMusic,
  FilePlay,
  FileSpreadsheet,
  FileText,
  type LucideIcon,
} from 'lucide-react'

const MEGABYTE = 1024 * 1024

export const inMegabytes = (bytes: number) => Math.floor((bytes / MEGABYTE) * 10) / 10

/** Types unknown to browsers are sent as bytes. */
export const typeOf = ({ type }: Pick<File, 'type'>) => type || 'application/octet-stream'

export type AttachmentProblem = 'several' | 'too_large' | 'wrong_type' | 'empty'

/** Why these files are not accepted, or undefined. */
export function problemOf(
  files: readonly Pick<File, 'type' | 'size'>[],
  most: number,
): AttachmentProblem | undefined {
  const [file, second] = files
  if (second) return 'several'
  if (!file || file.size === 0) return 'empty'
  if (file.size > most) return 'too_large'
  return attachmentTypes.includes(typeOf(file)) ? undefined : 'wrong_type'
}

const icons: [LucideIcon, string][] = [
  [FileImage, 'png jpg jpeg gif svg webp bmp tiff fig'],
  [FileText, 'txt pdf doc docx rtf odt log md'],
  [FileSpreadsheet, 'csv xls xlsx ods'],
  [FileCode, 'css html js json xml sql'],
  [FileMusic, 'mp3 wav ogg flac aac m4a'],
  [FilePlay, 'mp4 wmv mkv mov webm avi mpeg'],
  [FileArchive, 'zip rar gz tar 7z'],
]

export function fileIcon(name: string): LucideIcon {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return icons.find(([, endings]) => endings.split(' ').includes(ending))?.[0] ?? FileIcon
}
