import { toCsv } from '@cairn/contract'
import { saveFile } from '#data/save-file.ts'

export const saveCsv = (slug: string, rows: Parameters<typeof toCsv>[0]) =>
  saveFile(`${slug}-analytics.csv`, 'text/csv;charset=utf-8', toCsv(rows))
