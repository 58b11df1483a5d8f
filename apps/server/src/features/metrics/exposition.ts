type Labels = Record<string, string | number>
type Kind = 'counter' | 'gauge' | 'histogram'

interface Sample {
  labels?: Labels
  value: number
  /** Of a histogram: `_bucket`, `_sum`, `_count`. */
  suffix?: string
}

const escaped = (value: string | number) =>
  String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const labelled = (labels: Labels = {}) => {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return parts.length > 0 ? `{${parts.join(',')}}` : ''
}

/** One metric in the Prometheus text format. */
export const metric = (name: string, kind: Kind, help: string, samples: Sample[]): string =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${kind}`,
    ...samples.map(
      ({ labels, value, suffix = '' }) => `${name}${suffix}${labelled(labels)} ${value}`,
    ),
    '',
  ].join('\n')
