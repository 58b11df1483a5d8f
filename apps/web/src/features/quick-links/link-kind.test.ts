import { BookOpen, FileSpreadsheet, FileText, GitBranch, Image, Link, PenTool } from 'lucide-react'
import { expect, it } from 'vitest'
import { iconOf } from './link-kind.ts'

it.each([
  ['https://example.org/plan.xlsx?download=1', FileSpreadsheet],
  ['https://example.org/a/b/Photo.PNG#top', Image],
  ['https://example.org/minutes.pdf', FileText],
  ['https://git.example.org/team/app', GitBranch],
  ['https://design.example.org/file/1', PenTool],
  ['https://wiki.example.org/Home', BookOpen],
  ['https://example.org/docs/start', BookOpen],
  ['https://example.org/?next=plan.xlsx', Link],
  ['http://localhost:8080', Link],
])('%s', (url, icon) => {
  expect(iconOf(url)).toBe(icon)
})
