import { createHash } from 'node:crypto'
import { publishedIntegrity } from './fetch-package.mjs'

/** `pkg:npm/%40scope/name@1.0.0` */
const purlOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`

function licensesOf(license) {
  if (!license) return {}
  if (/[ ()]/.test(license))
    return { licenses: [{ expression: license.replace(/^\((.*)\)$/, '$1') }] }
  return { licenses: [{ license: { id: license } }] }
}

async function componentOf({ name, version, license, integrity }) {
  const sum = integrity ?? (await publishedIntegrity(name, version))
  const sha512 = /sha512-(\S+)/.exec(sum)?.[1]
  const purl = purlOf({ name, version })
  const [scope, own] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return {
    type: 'library',
    'bom-ref': purl,
    ...(scope && { group: scope }),
    ...{ name: own, version, purl },
    ...licensesOf(license),
    ...(sha512 && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }],
    }),
  }
}

const programOf = (name, version, license) => ({
  ...{ type: 'application', 'bom-ref': `pkg:generic/${name}@${version}` },
  ...{ name, version, purl: `pkg:generic/${name}@${version}` },
  licenses: [{ license: { id: license } }],
})

/** `18.4.0-beta.17` of the package is 18.4 of PostgreSQL. */
const postgresVersion = ({ version }) => /^\d+\.\d+/.exec(version)?.[0] ?? version

/** In each of its versions: platforms may have different ones. */
const programsOf = (name, license, sources, versionOf) =>
  [...new Set(sources.map(versionOf))].map((version) => programOf(name, version, license))

/** Everything in the archives, in the format CycloneDX. */
export async function createSbom({ version, epoch, contents, bundled }) {
  const nodes = contents.map(({ node }) => node)
  const packages = [...contents.flatMap((each) => each.packages), ...nodes, ...bundled]
  const unique = new Map(packages.map((each) => [purlOf(each), each]))
  const sorted = [...unique.entries()].sort(([one], [other]) => (one < other ? -1 : 1))
  const components = [
    ...programsOf('node', 'MIT', nodes, ({ version }) => version),
    ...programsOf('postgresql', 'PostgreSQL', contents, ({ postgres }) =>
      postgresVersion(postgres),
    ),
  ]
  for (const [, each] of sorted) components.push(await componentOf(each))
  const hash = createHash('sha256').update(JSON.stringify(components)).digest('hex')
  return {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 },
    // Derived from the content, so that the same release has the same number.
    serialNumber: `urn:uuid:${hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5')}`,
    metadata: {
      timestamp: new Date(epoch * 1000).toISOString(),
      component: {
        ...{ type: 'application', 'bom-ref': `cairn@${version}`, name: 'cairn', version },
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components,
  }
}
