import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { systemEnv } from '../system-packages.mjs'
import { withHeartbeat } from '../terminal.mjs'
import { capture, root } from '../tools.mjs'
import { downloadModule, go } from './go.mjs'

const HELM = 'helm.sh/helm/v3/cmd/helm@v3.22.0'
const KUBERNETES = 'k8s.io/kubernetes@v1.34.1'

/** Helm that is built like this takes an old one for granted. */
export const kubernetesVersion = ['--kube-version', KUBERNETES.replace(/.*@/, '')]

export const chart = join(root, 'deploy/helm/cairn')

/** Helm, built into `folder` from its source, which the proxy of Go has. */
export async function buildHelm(folder) {
  await withHeartbeat('Building Helm', () => go(['install', HELM], { env: { GOBIN: folder } }))
  const home = { HELM_CACHE_HOME: folder, HELM_CONFIG_HOME: folder, HELM_DATA_HOME: folder }
  return (args) => capture(join(folder, 'helm'), args, { env: { ...systemEnv, ...home } })
}

/** The schemas of all kinds of objects, from the source of Kubernetes. */
export async function readKubernetesSchemas() {
  const folder = await withHeartbeat('Loading the schemas of Kubernetes', () =>
    downloadModule(KUBERNETES),
  )
  return JSON.parse(readFileSync(join(folder, 'api/openapi-spec/swagger.json'), 'utf8'))
}

/**
 * The objects in what Helm rendered, read as Kubernetes does: `0440` is octal, `yes` no text. A name
 * that occurs twice in one is refused.
 */
export function objectsIn(rendered) {
  return parseAllDocuments(rendered, { version: '1.1' }).flatMap((document) => {
    for (const fault of [...document.errors, ...document.warnings]) throw fault
    const object = document.toJS()
    return object === null ? [] : [object]
  })
}
