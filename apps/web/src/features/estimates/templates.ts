import type { EstimateType } from '@cairn/contract'

export interface Template {
  key: string
  values: readonly string[]
}

/** Templates; `custom` starts from scratch. */
export const templates: Record<EstimateType, readonly Template[]> = {
  points: [
    { key: 'custom', values: ['1', '2'] },
    { key: 'fibonacci', values: ['1', '2', '3', '5', '8', '13'] },
    { key: 'linear', values: ['1', '2', '3', '4', '5', '6'] },
    { key: 'squares', values: ['1', '4', '9', '16', '25', '36'] },
  ],
  categories: [
    { key: 'custom', values: ['Easy', 'Hard'] },
    { key: 't_shirt_sizes', values: ['XS', 'S', 'M', 'L', 'XL', 'XXL'] },
    { key: 'easy_to_hard', values: ['Easy', 'Medium', 'Hard', 'Very Hard'] },
  ],
  time: [{ key: 'hours', values: ['1', '2', '3', '4', '5', '6'] }],
}
