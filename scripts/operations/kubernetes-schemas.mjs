import { Ajv } from 'ajv'

/** In the description it is a string, and its format says the rest. */
const INT_OR_STRING = 'io.k8s.apimachinery.pkg.util.intstr.IntOrString'

/**
 * Unknown fields are faults: the API server drops them, so that a misspelled setting would have no
 * effect.
 */
function strict(definition) {
  if (!definition.properties || definition.additionalProperties) return definition
  return { ...definition, additionalProperties: false }
}

/** Returns a function that lists the faults of an object, by the schemas of Kubernetes. */
export function kubernetesCheck({ definitions }) {
  const named = Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, strict(definition)]),
  )
  named[INT_OR_STRING] = { type: ['integer', 'string'] }
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: 'kubernetes', definitions: named })
  const kinds = new Map(
    Object.entries(definitions).flatMap(([name, definition]) =>
      (definition['x-kubernetes-group-version-kind'] ?? []).map(({ group, version, kind }) => [
        `${group ? `${group}/` : ''}${version} ${kind}`,
        name,
      ]),
    ),
  )

  return (object) => {
    const { apiVersion, kind } = object
    const name = kinds.get(`${apiVersion} ${kind}`)
    if (!name) return [`There is no ${kind} in ${apiVersion}.`]
    const isValid = ajv.getSchema(`kubernetes#/definitions/${name}`)
    if (isValid(object)) return []
    return isValid.errors.map(
      ({ instancePath, message, params }) =>
        `${kind}${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
}
