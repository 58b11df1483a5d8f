import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../apps/server/src/config.ts'
import { newFolder } from '../../apps/server/src/test-kit/processes.ts'
import { root } from '../tools.mjs'
import { buildHelm, chart, kubernetesVersion, objectsIn, readKubernetesSchemas } from './helm.mjs'
import { kubernetesCheck } from './kubernetes-schemas.mjs'

type Values = Record<string, unknown>

/** What Helm rendered: every field is looked at by the schemas of Kubernetes. */
type Rendered = ReturnType<typeof objectsIn>[number]

const database = { url: 'postgresql://cairn:secret@db.example.org/cairn' }
const bucket = { enabled: true, accessKeyId: 'key', secretAccessKey: 'hidden' }

/** Installations that differ in what is rendered. */
const installations: Record<string, Values> = {
  'as it comes': {},
  'with an ingress and https': {
    ingress: {
      ...{ enabled: true, className: 'nginx', host: 'cairn.example.org', tlsSecret: 'cairn-tls' },
      annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '101m' },
    },
    settings: { ENABLE_SIGNUP: '0' },
    settingsSecrets: ['cairn-mail'],
  },
  'with an external database and a volume': { database },
  'with three pods, an external database and a bucket': {
    ...{ replicas: 3, database: { ...database, readUrl: 'postgresql://replica/cairn' }, bucket },
    ingress: { enabled: true },
    backups: { existingClaim: 'cairn-backups' },
    image: { repository: 'registry.example.org/cairn', tag: '0.2.0', pullSecrets: ['registry'] },
    ...{ podAnnotations: { a: 'b' }, podLabels: { team: 'maps' }, nodeSelector: { disk: 'ssd' } },
    tolerations: [{ key: 'dedicated', operator: 'Exists', effect: 'NoSchedule' }],
    affinity: { podAntiAffinity: {} },
  },
  'with two pods and a shared volume': {
    ...{ replicas: 2, database, volume: { accessMode: 'ReadWriteMany', storageClass: 'nfs' } },
    disruptionBudget: { maxUnavailable: '50%' },
  },
  'with Secrets of its own': {
    ...{ replicas: 2, database: { existingSecret: 'cairn-database' } },
    bucket: { enabled: true, existingSecret: 'cairn-bucket', endpoint: 'https://s3.example.org' },
    ...{ secretKey: { existingSecret: 'cairn-key' }, webUrl: 'https://cairn.example.org' },
  },
}

let helm: Awaited<ReturnType<typeof buildHelm>>
let faultsOf: (object: Rendered) => string[]
let folder: string

beforeAll(async () => {
  folder = await newFolder()
  helm = await buildHelm(folder)
  faultsOf = kubernetesCheck(await readKubernetesSchemas())
})

async function withValues(command: string[], values: Values) {
  const file = join(folder, 'values.json')
  writeFileSync(file, JSON.stringify(values))
  return helm([...command, chart, '--values', file, ...kubernetesVersion])
}

async function render(values: Values): Promise<Rendered[]> {
  const { code, output } = await withValues(['template', 'our'], values)
  if (code !== 0) throw new Error(output)
  return objectsIn(output)
}

const ofKind = (objects: Rendered[], kind: string) => objects.filter((each) => each.kind === kind)

/** The environment of the container, with what the chart's own Secrets say. */
function environmentOf(objects: Rendered[]): Record<string, string> {
  const [container] = ofKind(objects, 'Deployment')[0].spec.template.spec.containers
  const secrets = new Map(ofKind(objects, 'Secret').map((each) => [each.metadata.name, each]))
  return Object.fromEntries([
    ...(container.envFrom ?? []).flatMap(({ secretRef }: Rendered) =>
      Object.entries(secrets.get(secretRef.name)?.stringData ?? {}),
    ),
    ...container.env.map(({ name, value }: Rendered) => [name, value]),
  ])
}

it('has the version of Cairn', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const text = readFileSync(join(chart, 'Chart.yaml'), 'utf8')
  expect(text.match(/^(version|appVersion): .*$/gm)).toEqual([
    `version: ${version}`,
    `appVersion: ${version}`,
  ])
})

describe.each(Object.entries(installations))('%s', (_what, values) => {
  it('is rendered without a fault, by the schemas of Kubernetes', async () => {
    expect(await withValues(['lint', '--strict'], values)).toMatchObject({ code: 0 })
    const objects = await render(values)
    expect(objects.flatMap(faultsOf)).toEqual([])
    expect(ofKind(objects, 'Deployment')).toHaveLength(1)
  })

  it('refers only to what is there', async () => {
    const objects = await render(values)
    const { spec } = ofKind(objects, 'Deployment')[0]
    const { labels } = spec.template.metadata
    const selectors = [
      spec.selector.matchLabels,
      ofKind(objects, 'Service')[0].spec.selector,
      ...ofKind(objects, 'PodDisruptionBudget').map((each) => each.spec.selector.matchLabels),
    ]
    for (const selector of selectors) expect(labels).toMatchObject(selector)

    const { volumes, containers, initContainers = [] } = spec.template.spec
    const names = volumes.map(({ name }: Rendered) => name)
    for (const { volumeMounts, image } of [...containers, ...initContainers]) {
      for (const { name } of volumeMounts) expect(names).toContain(name)
      expect(image).toBe(containers[0].image)
    }
    const ports = containers[0].ports.map(({ name }: Rendered) => name)
    expect(ports).toContain(ofKind(objects, 'Service')[0].spec.ports[0].targetPort)
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
      expect(ports).toContain(containers[0][probe].httpGet.port)
    }
    const claims = ofKind(objects, 'PersistentVolumeClaim').map((each) => each.metadata.name)
    const [data] = volumes
    if (data.persistentVolumeClaim) {
      expect(claims).toEqual([data.persistentVolumeClaim.claimName])
    } else expect([claims, data]).toEqual([[], { name: 'data', emptyDir: {} }])
  })

  it('runs as no root, on a read-only file system, without rights', async () => {
    const {
      securityContext,
      containers,
      initContainers = [],
      ...pod
    } = ofKind(await render(values), 'Deployment')[0].spec.template.spec
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001, fsGroup: 10001 })
    expect(pod.automountServiceAccountToken).toBe(false)
    for (const container of [...containers, ...initContainers]) {
      expect(container.securityContext).toEqual({
        ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
        capabilities: { drop: ['ALL'] },
      })
    }
  })
})

describe('Cairn reads of its environment', () => {
  const configOf = async (values: Values) => readConfig(environmentOf(await render(values)))

  it('nothing but where it listens and stores, as it comes', async () => {
    expect(await configOf({})).toMatchObject({
      ...{ host: '0.0.0.0', port: 3000, dataDir: '/data', drainSeconds: 5, trustProxy: false },
      ...{ databaseUrl: undefined, bucket: null, webUrl: undefined },
    })
  })

  it('the database, the bucket and the address', async () => {
    const config = await configOf({
      ...{ replicas: 2, database: { ...database, directUrl: 'postgres://direct/cairn' } },
      ...{ bucket: { ...bucket, name: 'files', region: 'eu-central-1' } },
      ...{ ingress: { enabled: true, host: 'cairn.example.org', tlsSecret: 'tls' } },
      ...{ settings: { ENABLE_SIGNUP: '0' }, backups: { existingClaim: 'backups' } },
    })
    expect(config).toMatchObject({
      ...{ databaseUrl: database.url, databaseDirectUrl: 'postgres://direct/cairn' },
      ...{ webUrl: 'https://cairn.example.org', trustProxy: 1, backupDir: '/backups' },
      bucket: {
        ...{ accessKeyId: 'key', secretAccessKey: 'hidden' },
        url: 'https://files.s3.eu-central-1.amazonaws.com/',
      },
      settings: { ENABLE_SIGNUP: '0' },
    })
  })

  it('the Secrets that the operator named, and none of the chart', async () => {
    const objects = await render(installations['with Secrets of its own'] ?? {})
    expect(ofKind(objects, 'Secret')).toEqual([])
    const { containers, volumes } = ofKind(objects, 'Deployment')[0].spec.template.spec
    expect(containers[0].envFrom).toEqual([
      { secretRef: { name: 'cairn-database' } },
      { secretRef: { name: 'cairn-bucket' } },
    ])
    expect(volumes).toContainEqual({
      name: 'key',
      secret: { secretName: 'cairn-key', defaultMode: 0o440 },
    })
  })
})

it('makes a key that Cairn accepts, and copies it where only its user reads it', async () => {
  const objects = await render({ database, bucket })
  const key = ofKind(objects, 'Secret').find((each) => each.data)
  const text = Buffer.from(key.data['secret.key'], 'base64').toString()
  expect(text).toMatch(/^[0-9a-f]{64}$/)
  expect(key.metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' })

  const [copying] = ofKind(objects, 'Deployment')[0].spec.template.spec.initContainers
  const here = await newFolder()
  for (const name of ['key', 'data']) mkdirSync(join(here, name))
  writeFileSync(join(here, 'key/secret.key'), text)
  const command = copying.command.map((each: string) =>
    each.replace(/\/(key|data)\//g, `${here}$&`),
  )
  const run = () =>
    execFileSync(command[0], command.slice(1), { env: { HOSTNAME: 'pod', PATH: '/usr/bin:/bin' } })
  // The pod may be started again.
  for (let times = 0; times < 2; times += 1) run()
  const copied = join(here, 'data/secret.key')
  expect(readFileSync(copied, 'utf8')).toBe(text)
  expect(statSync(copied).mode & 0o777).toBe(0o600)
  expect(existsSync(`${copied}.pod`)).toBe(false)
})

it('upgrades pods one after the other only where two may run at the same time', async () => {
  const strategyOf = async (values: Values) =>
    ofKind(await render(values), 'Deployment')[0].spec.strategy
  expect(await strategyOf({})).toEqual({ type: 'Recreate' })
  expect(await strategyOf({ database })).toEqual({ type: 'Recreate' })
  expect(await strategyOf({ database, bucket })).toEqual({
    type: 'RollingUpdate',
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 },
  })
})

it('has a disruption budget only with several pods', async () => {
  const budgetsOf = async (values: Values) => ofKind(await render(values), 'PodDisruptionBudget')
  expect(await budgetsOf({ database, bucket })).toEqual([])
  const several = { replicas: 2, database, bucket }
  expect(await budgetsOf(several)).toMatchObject([{ spec: { maxUnavailable: 1 } }])
  expect(await budgetsOf({ ...several, disruptionBudget: { enabled: false } })).toEqual([])
})

describe('values that cannot work are refused', () => {
  it.each<[string, Values, string]>([
    ['two pods on one database', { replicas: 2 }, 'needs an external database'],
    ['two pods without a place for files', { replicas: 2, database }, 'one place for files'],
    ['a bucket without keys', { bucket: { enabled: true } }, 'set existingSecret, or both'],
    [
      'two ways to one database',
      { database: { ...database, existingSecret: 'mine' } },
      'existingSecret replaces url',
    ],
    ['a replica of nothing', { database: { readUrl: 'postgres://a/b' } }, 'need url'],
    ['a key nobody reads', { secretKey: { existingSecret: 'mine' } }, 'the key is in the volume'],
    ['a misspelled name', { replica: 2 }, "additional properties 'replica' not allowed"],
    ['a number as a setting', { settings: { ENABLE_SIGNUP: 0 } }, 'got number, want string'],
    ['a setting the chart makes', { settings: { DATABASE_URL: 'x' } }, "'not' failed"],
    ['root', { user: 0 }, 'minimum: got 0, want 1'],
    ['no address', { database: { url: 'db.example.org' } }, 'does not match pattern'],
  ])('%s', async (_what, values, says) => {
    const { code, output } = await withValues(['template', 'our'], values)
    expect([code, output]).toEqual([1, expect.stringContaining(says)])
  })
})

it('the schemas find faults', async () => {
  const [deployment] = ofKind(await render({}), 'Deployment')
  const changed = (change: (object: Rendered) => void) => {
    const copy = structuredClone(deployment)
    change(copy)
    return faultsOf(copy).join('\n')
  }
  expect(changed(() => {})).toBe('')
  expect(changed((it) => (it.spec.replicas = '1'))).toContain('must be integer')
  expect(changed((it) => (it.spec.replica = 1))).toContain('must NOT have additional properties')
  expect(changed((it) => delete it.spec.selector)).toContain("required property 'selector'")
  expect(changed((it) => (it.spec.template.spec.containers[0].env = null))).toContain(
    'must be array',
  )
  expect(changed((it) => (it.apiVersion = 'apps/v2'))).toBe('There is no Deployment in apps/v2.')
})
