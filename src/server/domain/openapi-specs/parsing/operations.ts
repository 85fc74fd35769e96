import {
  type ApiOperation,
  type OperationContent,
  operationMethods,
  type SchemaPart,
} from '#contract/openapi-operations.ts'
import { exampleOf } from './example.ts'
import {
  asText,
  atMost,
  isObject,
  isTrue,
  type Json,
  type JsonObject,
  listIn,
  member,
  objectIn,
  textIn,
} from './json.ts'
import { type Documents, type Located, resolveReferences } from './references.ts'
import { type Allowance, newAllowance, partOf } from './schema-parts.ts'
import { serversOf } from './servers.ts'

const MAX_ID_LENGTH = 200
const MAX_SUMMARY_LENGTH = 300
const MAX_DESCRIPTION_LENGTH = 20_000
const MAX_EXAMPLE_LENGTH = 10_000
const MAX_PARAMETERS = 100
const MAX_RESPONSES = 40
const MAX_CONTENTS = 8

/** What all operations of a specification share. */
type SpecContext = { readonly documents: Documents; readonly root: string; readonly base: string | null }

/**
 * The first `limit` operations of an OpenAPI 3 specification in its order, then its webhooks, and the count of all. A
 * webhook with the name of a path is left out.
 */
export function operationsIn(
  documents: Documents,
  { root, base, limit }: { readonly root: string; readonly base: string | null; readonly limit: number },
): { operations: ApiOperation[]; count: number } {
  const document = documents.get(root)
  const operations: ApiOperation[] = []
  let count = 0
  const [paths, webhooks] = [objectIn(document, 'paths'), objectIn(document, 'webhooks')]
  const items = [
    ...Object.entries(paths),
    ...Object.entries(webhooks).filter(([name]) => !Object.hasOwn(paths, name)),
  ]
  for (const [index, [path, item]] of items.entries()) {
    const webhook = index >= Object.keys(paths).length
    const target =
      path.length > 2048 || path.includes('\0')
        ? undefined
        : resolveReferences(documents, { value: item, at: root })
    if (target === undefined || !isObject(target.value)) continue
    for (const method of operationMethods) {
      const operation = member(target.value, method)
      if (!isObject(operation) || isHidden(operation)) continue
      count++
      if (operations.length >= limit) continue
      const context = { documents, root, base }
      operations.push(operationOf(context, { method, path, webhook, item: target, operation }))
    }
  }
  return { operations, count }
}

/** Authors keep operations out of a reference with an extension. */
const isHidden = (operation: JsonObject): boolean =>
  isTrue(operation, 'x-internal') || isTrue(operation, 'x-gitbook-ignore')

/** Written in the spelling of several tools. */
const hidesTryIt = (value: Json): boolean =>
  isTrue(value, 'x-hideTryItPanel') || isTrue(value, 'x-hide-try-it-panel')

type OperationSource = {
  readonly method: ApiOperation['method']
  readonly path: string
  readonly webhook: boolean
  readonly item: Located
  readonly operation: JsonObject
}

function operationOf(context: SpecContext, source: OperationSource): ApiOperation {
  const { method, path, webhook, item, operation } = source
  const { documents, root } = context
  const { at } = item
  const allowance = newAllowance()
  const servers = webhook ? [] : serversOf(context.base, [operation, item.value, documents.get(root)])
  const [server] = servers
  const body = resolveReferences(documents, { value: member(operation, 'requestBody'), at })
  return {
    method,
    path,
    ...(webhook ? { webhook } : {}),
    ...(server === undefined ? {} : { server, servers }),
    ...([operation, documents.get(root)].some(hidesTryIt) ? { hidesTryIt: true } : {}),
    ...texts(operation, 'operationId', MAX_ID_LENGTH),
    ...texts(operation, 'summary', MAX_SUMMARY_LENGTH),
    ...texts(operation, 'description', MAX_DESCRIPTION_LENGTH),
    ...(isTrue(operation, 'deprecated') ? { deprecated: true } : {}),
    tags: listIn(operation, 'tags').flatMap((tag) => (typeof tag === 'string' ? [atMost(tag, 200)] : [])),
    ...securityOf(documents.get(root), operation),
    parameters: parametersOf(documents, { item, operation }, allowance),
    ...(body !== undefined && isObject(body.value)
      ? {
          body: {
            ...texts(body.value, 'description', MAX_DESCRIPTION_LENGTH),
            required: isTrue(body.value, 'required'),
            contents: contentsOf(documents, body, allowance, 'request'),
          },
        }
      : {}),
    responses: responsesOf(documents, { value: member(operation, 'responses'), at }, allowance),
  }
}

function texts<N extends string>(value: Json, name: N, length: number): Partial<Record<N, string>> {
  const text = textIn(value, name)
  return (text === undefined ? {} : { [name]: atMost(text, length) }) as Partial<Record<N, string>>
}

type ParameterLocation = ApiOperation['parameters'][number]['in']
const isLocation = (location: Json): location is ParameterLocation =>
  typeof location === 'string' && ['path', 'query', 'header', 'cookie'].includes(location)

/**
 * The parameters of the path and the operation, which takes precedence, in the order path, query, header, cookie.
 */
function parametersOf(
  documents: Documents,
  { item, operation }: Pick<OperationSource, 'item' | 'operation'>,
  allowance: Allowance,
): ApiOperation['parameters'] {
  const resolved = new Map<string, ApiOperation['parameters'][number]>()
  const candidates = [...listIn(item.value, 'parameters'), ...listIn(operation, 'parameters')]
  for (const value of candidates.slice(-MAX_PARAMETERS)) {
    const target = resolveReferences(documents, { value, at: item.at })
    const [location, name] = [member(target?.value, 'in'), textIn(target?.value, 'name')]
    if (target === undefined || name === undefined || !isLocation(location)) continue
    const part = valuePartOf(documents, target, allowance)
    const required = location === 'path' || isTrue(target.value, 'required')
    resolved.set(`${location} ${name}`, {
      in: location,
      part: { ...part, name: atMost(name, 300), ...(required ? { required: true } : {}) },
    })
  }
  const order: readonly ParameterLocation[] = ['path', 'query', 'header', 'cookie']
  return [...resolved.values()].toSorted((a, b) => order.indexOf(a.in) - order.indexOf(b.in))
}

/** The schema of a parameter or header with its description. */
function valuePartOf(documents: Documents, { value, at }: Located, allowance: Allowance): SchemaPart {
  const [content] = Object.values(objectIn(value, 'content'))
  const schema = member(value, 'schema') ?? member(content, 'schema')
  const part = schema === undefined ? null : partOf(documents, { value: schema, at }, allowance)
  const example = exampleIn(documents, { value, at })
  return {
    ...(part ?? { types: [] }),
    ...texts(value, 'description', MAX_DESCRIPTION_LENGTH),
    ...(isTrue(value, 'deprecated') ? { deprecated: true } : {}),
    ...(example === undefined ? {} : { example: asText(example, 500) }),
  }
}

/** The value of `example`, or of the first of `examples`. */
function exampleIn(documents: Documents, { value, at }: Located): Json {
  const example = member(value, 'example')
  if (example !== undefined) return example
  const [first] = Object.values(objectIn(value, 'examples'))
  if (first === undefined) return undefined
  return member(resolveReferences(documents, { value: first, at })?.value, 'value')
}

function contentsOf(
  documents: Documents,
  { value, at }: Located,
  allowance: Allowance,
  side: 'request' | 'response',
): OperationContent[] {
  return Object.entries(objectIn(value, 'content'))
    .slice(0, MAX_CONTENTS)
    .map(([mediaType, content]) => {
      const schema = member(content, 'schema')
      const part = schema === undefined ? null : partOf(documents, { value: schema, at }, allowance)
      const example = serializeExample(
        exampleIn(documents, { value: content, at }) ?? (part === null ? undefined : exampleOf(part, side)),
        mediaType,
      )
      return {
        mediaType: atMost(mediaType, 200),
        ...(part === null ? {} : { schema: part }),
        ...(example === undefined ? {} : { example }),
      }
    })
}

/** An example as it is sent; undefined for media types that cannot be shown. */
function serializeExample(example: Json, mediaType: string): string | undefined {
  if (example === undefined) return undefined
  if (typeof example === 'string' && !isJson(mediaType)) return atMost(example, MAX_EXAMPLE_LENGTH)
  if (isForm(mediaType)) return formOf(example)
  if (!isJson(mediaType)) return undefined
  const text = JSON.stringify(example, null, 2)
  return text === undefined ? undefined : atMost(text, MAX_EXAMPLE_LENGTH)
}

const isJson = (mediaType: string): boolean => /[/+]json\b|^\*\/\*$/i.test(mediaType)
const isForm = (mediaType: string): boolean => /^application\/x-www-form-urlencoded/i.test(mediaType)

function formOf(example: Json): string | undefined {
  if (!isObject(example)) return undefined
  const pairs = Object.entries(example).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  ])
  return atMost(new URLSearchParams(pairs).toString(), MAX_EXAMPLE_LENGTH)
}

function responsesOf(
  documents: Documents,
  { value, at }: Located,
  allowance: Allowance,
): ApiOperation['responses'] {
  if (!isObject(value)) return []
  const statuses = Object.entries(value).filter(([status]) => /^(?:[1-5](?:\d\d|XX)|default)$/i.test(status))
  return statuses.slice(0, MAX_RESPONSES).flatMap(([status, candidates]) => {
    const target = resolveReferences(documents, { value: candidates, at })
    if (target === undefined) return []
    const headers = Object.entries(objectIn(target.value, 'headers')).flatMap(([name, header]) => {
      const resolved = resolveReferences(documents, { value: header, at: target.at })
      return resolved === undefined
        ? []
        : [{ ...valuePartOf(documents, resolved, allowance), name: atMost(name, 300) }]
    })
    return [
      {
        status,
        ...texts(target.value, 'description', MAX_DESCRIPTION_LENGTH),
        ...(headers.length === 0 ? {} : { headers: headers.slice(0, 30) }),
        contents: contentsOf(documents, target, allowance, 'response'),
      },
    ]
  })
}

type Security = ApiOperation['security'][number]

/** Alternatives that an operation lists at most. */
const MAX_ALTERNATIVES = 10

/** What a request needs: the first of the security requirements, and the others. Nothing if there are none. */
function securityOf(
  document: Json,
  operation: JsonObject,
): Pick<ApiOperation, 'security' | 'securityAlternatives'> {
  const requirements = member(operation, 'security') ?? member(document, 'security')
  const schemes = objectIn(member(document, 'components'), 'securitySchemes')
  const [security = [], ...others] = (Array.isArray(requirements) ? requirements : [])
    .slice(0, MAX_ALTERNATIVES + 1)
    .map((one) => schemesOf(one, schemes))
  return { security, ...(others.length === 0 ? {} : { securityAlternatives: others }) }
}

function schemesOf(requirement: Json, schemes: JsonObject): Security[] {
  return Object.entries(isObject(requirement) ? requirement : {}).flatMap(([name, scopes]): Security[] => {
    const scheme = member(schemes, name)
    const kind = textIn(scheme, 'type')
    const list = Array.isArray(scopes)
      ? scopes
          .filter((one) => typeof one === 'string')
          .slice(0, 50)
          .map((one) => atMost(one, 200))
      : []
    return [
      {
        name: atMost(name, 200),
        kind:
          kind === 'http' || kind === 'apiKey' || kind === 'oauth2' || kind === 'openIdConnect'
            ? kind
            : 'other',
        ...texts(scheme, 'scheme', 100),
        ...texts(scheme, 'in', 20),
        ...(textIn(scheme, 'name') === undefined
          ? {}
          : { parameter: atMost(textIn(scheme, 'name') ?? '', 200) }),
        ...(list.length === 0 ? {} : { scopes: list }),
      },
    ]
  })
}
