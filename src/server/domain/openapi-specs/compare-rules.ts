import type { ApiOperation, OperationContent } from '#contract/openapi-operations.ts'
import type { SpecChange, SpecChangeKind } from '#contract/openapi-versions.ts'
import { type Finding, schemaChanges } from './compare-schemas.ts'

const finding = (kind: SpecChangeKind, at: string, message: string): Finding => ({ kind, at, message })

/**
 * The differences between the operations of two versions, in the order of the newer one; removed operations come first.
 * Breaking are changes that a client of the older version may fail on. Texts are compared but their wording is not.
 */
export function* compareOperations(
  before: readonly ApiOperation[],
  after: readonly ApiOperation[],
): Generator<SpecChange, undefined> {
  const older = new Map(before.map((one) => [keyOf(one), one]))
  const newer = new Set(after.map(keyOf))
  for (const { method, path } of before.filter((one) => !newer.has(keyOf(one))))
    yield { method, path, ...finding('breaking', '', 'Operation removed') }
  for (const operation of after) {
    const { method, path } = operation
    const previous = older.get(keyOf(operation))
    const findings =
      previous === undefined
        ? [finding('added', '', 'Operation added')]
        : operationChanges(previous, operation)
    for (const one of findings) yield { method, path, ...one }
  }
}

/** Names of path parameters are not part of what identifies an operation. */
const keyOf = ({ method, path }: ApiOperation): string => `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`

function operationChanges(before: ApiOperation, after: ApiOperation): Finding[] {
  return [
    ...textChanges(before, after),
    ...securityChanges(before, after),
    ...parameterChanges(before, after),
    ...bodyChanges(before, after),
    ...responseChanges(before, after),
  ]
}

function textChanges(before: ApiOperation, after: ApiOperation): Finding[] {
  const isReworded = before.summary !== after.summary || before.description !== after.description
  const isDeprecated = before.deprecated !== after.deprecated
  return [
    ...(isDeprecated
      ? [finding('changed', '', after.deprecated ? 'Deprecated' : 'No longer deprecated')]
      : []),
    ...(isReworded ? [finding('changed', '', 'Summary or description changed')] : []),
  ]
}

function securityChanges({ security: before }: ApiOperation, { security: after }: ApiOperation): Finding[] {
  const described = (list: ApiOperation['security']) =>
    JSON.stringify(list.map(({ name: _, ...scheme }) => scheme))
  if (described(before) === described(after)) return []
  if (after.length === 0) return [finding('changed', 'Authentication', 'No longer required')]
  return [finding('breaking', 'Authentication', before.length === 0 ? 'Now required' : 'Changed')]
}

type Parameter = ApiOperation['parameters'][number]

function parameterChanges(before: ApiOperation, after: ApiOperation): Finding[] {
  const [older, newer] = [parametersByKey(before), parametersByKey(after)]
  const removed = [...older].filter(([key]) => !newer.has(key))
  const changed = [...newer].flatMap(([key, parameter]): Finding[] => {
    const at = labelOf(parameter)
    const previous = older.get(key)
    if (previous === undefined) {
      return parameter.part.required
        ? [finding('breaking', at, 'Required parameter added')]
        : [finding('added', at, 'Optional parameter added')]
    }
    return [
      ...requiredChanges(previous.part.required, parameter.part.required, at),
      ...schemaChanges(previous.part, parameter.part, { direction: 'request', at }),
    ]
  })
  return [...removed.map(([, one]) => finding('breaking', labelOf(one), 'Parameter removed')), ...changed]
}

/** Parameters in the path are identified by their position, the others by name. */
function parametersByKey({ path, parameters }: ApiOperation): ReadonlyMap<string, Parameter> {
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name)
  return new Map(
    parameters.map((one) => [
      one.in === 'path' ? `path ${names.indexOf(one.part.name ?? '')}` : `${one.in} ${nameOf(one)}`,
      one,
    ]),
  )
}

/** RFC 9110, 5.1: names of header fields ignore case. */
const nameOf = ({ in: where, part: { name = '' } }: Parameter): string =>
  where === 'header' ? name.toLowerCase() : name

const labelOf = ({ in: where, part }: Parameter): string => `${where} parameter ${part.name ?? ''}`

const requiredChanges = (was = false, is = false, at: string): Finding[] => {
  if (was === is) return []
  return is ? [finding('breaking', at, 'Now required')] : [finding('changed', at, 'No longer required')]
}

function bodyChanges({ body: before }: ApiOperation, { body: after }: ApiOperation): Finding[] {
  const at = 'request body'
  if (before === undefined && after === undefined) return []
  if (after === undefined) return [finding('breaking', at, 'Removed')]
  if (before === undefined)
    return after.required
      ? [finding('breaking', at, 'Required body added')]
      : [finding('added', at, 'Optional body added')]
  return [
    ...requiredChanges(before.required, after.required, at),
    ...contentChanges(before.contents, after.contents, 'request', at),
  ]
}

function responseChanges({ responses: before }: ApiOperation, { responses: after }: ApiOperation): Finding[] {
  const older = new Map(before.map((one) => [one.status, one]))
  const newer = new Map(after.map((one) => [one.status, one]))
  const removed = before.filter(({ status }) => !newer.has(status))
  return [
    ...removed.map(({ status }) =>
      finding(status.startsWith('2') ? 'breaking' : 'changed', `response ${status}`, 'Removed'),
    ),
    ...after.flatMap(({ status, contents, headers = [] }): Finding[] => {
      const at = `response ${status}`
      const previous = older.get(status)
      if (previous === undefined) return [finding('added', at, 'Response added')]
      const names = new Set(headers.map(({ name = '' }) => name.toLowerCase()))
      const lost = (previous.headers ?? []).filter(({ name = '' }) => !names.has(name.toLowerCase()))
      return [
        ...lost.map(({ name = '' }) => finding('breaking', `${at} header ${name}`, 'Header removed')),
        ...contentChanges(previous.contents, contents, 'response', at),
      ]
    }),
  ]
}

function contentChanges(
  before: readonly OperationContent[],
  after: readonly OperationContent[],
  direction: 'request' | 'response',
  at: string,
): Finding[] {
  const newer = new Map(after.map((one) => [one.mediaType, one]))
  const older = new Set(before.map(({ mediaType }) => mediaType))
  const added = after.filter(({ mediaType }) => !older.has(mediaType))
  return [
    ...before.flatMap(({ mediaType, schema }): Finding[] => {
      const content = newer.get(mediaType)
      if (content === undefined) return [finding('breaking', at, `${mediaType} removed`)]
      if (schema === undefined || content.schema === undefined) return []
      return schemaChanges(schema, content.schema, { direction, at })
    }),
    ...added.map(({ mediaType }) => finding('added', at, `${mediaType} added`)),
  ]
}
