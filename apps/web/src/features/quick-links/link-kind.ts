import {
  BookOpen,
  FileSpreadsheet,
  FileText,
  GitBranch,
  Image,
  Link,
  type LucideIcon,
  PenTool,
  Video,
} from 'lucide-react'

/** Guesses the kind of a link by the host or the end of its URL. */
const kinds: readonly (readonly [RegExp, LucideIcon])[] = [
  [/\.(?:xlsx?|csv|ods)$|sheet/, FileSpreadsheet],
  [/\.(?:png|jpe?g|gif|svg|webp)$/, Image],
  [/\.(?:mp4|webm|mov)$|video|\/\/(?:www\.)?(?:youtu|vimeo)/, Video],
  [/\.(?:pdf|docx?|odt|md|txt)$|document/, FileText],
  [/\/\/[^/]*git|\.git$/, GitBranch],
  [/\/\/[^/]*(?:figma|design)/, PenTool],
  [/\/\/[^/]*(?:docs|wiki|handbook|notion)|\/(?:docs|wiki)\//, BookOpen],
]

export function iconOf(url: string): LucideIcon {
  const place = url.toLowerCase().replace(/[?#].*$/, '')
  return kinds.find(([pattern]) => pattern.test(place))?.[1] ?? Link
}
