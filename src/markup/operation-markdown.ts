import { visit } from 'unist-util-visit'
import type { ApiOperation, ApiSchema, OperationContent, SchemaPart } from '#contract/openapi-operations.ts'
import { type ApiBlock, apiBlockOfTag, type SchemasBlock, schemasBlockOf } from './api-blocks.ts'
import { credentialsOf } from './api-request.ts'
import { samplesOf } from './api-samples.ts'
import { english } from './labels.ts'
import type { BlockTag } from './nodes.ts'
import { parseMarkdown } from './parse.ts'
import { typeLabel } from './render/schema-parts.ts'

/** Levels of nested properties that are listed. */
const MAX_DEPTH = 3

type Known = {
  readonly operation: (block: ApiBlock) => ApiOperation | null
  readonly schemas: (block: SchemasBlock) => readonly ApiSchema[] | null
}

/** Replaces tags of operations and models with a Markdown description; unknown ones are left unchanged. */
export function expandOperations(body: string, known: Known): string {
  let result = ''
  let from = 0
  visit(parseMarkdown(body), 'blockTag', (node: BlockTag) => {
    const { position } = node
    const text = markdownOfTag(node, known)
    const [start, end] = [position?.start.offset, position?.end.offset]
    if (text === null || start === undefined || end === undefined || start < from) return
    const indent = ' '.repeat((position?.start.column ?? 1) - 1)
    result += body.slice(from, start) + text.replaceAll(/\n(?=.)/g, `\n${indent}`)
    from = end
  })
  return result + body.slice(from)
}

function markdownOfTag(node: BlockTag, known: Known): string | null {
  if (node.name === 'openapi-schemas') {
    const block = schemasBlockOf(node.attributes)
    const schemas = (block && known.schemas(block)) ?? []
    return schemas.length === 0 ? null : schemas.map(modelMarkdown).join('\n\n')
  }
  const block = apiBlockOfTag(node)
  const operation = block && known.operation(block)
  return operation ? operationMarkdown(operation) : null
}

function modelMarkdown({ name, part }: ApiSchema): string {
  const properties = propertiesOf(part)
  const type = typeLabel(part, english)
  return [
    `### ${singleLine(name)}`,
    part.description?.trim(),
    properties.length > 0 || type === ''
      ? ''
      : `Type: ${type}. ${descriptionOf({ ...part, description: '' })}`.trim(),
    tableOf(['Property', 'Type', 'Description'], properties),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** An operation as Markdown, for readers without a browser: its request, parameters and responses. */
export function operationMarkdown(operation: ApiOperation): string {
  const { method, path, server = '', webhook, summary, description, deprecated } = operation
  const name = `${method.toUpperCase()} ${path}`
  return [
    `### ${singleLine(summary ?? name)}`,
    `${webhook ? 'Webhook ' : ''}\`${method.toUpperCase()} ${server}${path}\`${deprecated ? ' (deprecated)' : ''}`,
    description?.trim(),
    tableOf(
      ['Parameter', 'In', 'Type', 'Description'],
      operation.parameters.map(({ in: where, part }) => [
        nameOf(part),
        where,
        typeOf(part),
        descriptionOf(part),
      ]),
    ),
    authorizationOf(operation),
    ...bodyOf(operation),
    // What a webhook sends is already in its body.
    webhook ? '' : codeFence('bash', samplesOf(operation)[0]?.code),
    ...operation.responses.flatMap(({ status, description: text, contents }) => [
      `#### Response ${[status, singleLine(text ?? '')].filter(Boolean).join(': ')}`,
      ...contentsOf(contents),
    ]),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function authorizationOf({ security, securityAlternatives = [] }: ApiOperation): string {
  const alternatives = [security, ...securityAlternatives]
  if (alternatives.every((schemes) => schemes.length === 0)) return ''
  const texts = alternatives.map((schemes) =>
    schemes.length === 0
      ? 'none'
      : schemes.map((one) => `\`${credentialsOf(one) ?? one.name}\``).join(' and '),
  )
  return `Authorization: ${texts.join(', or ')}`
}

function bodyOf({ body }: ApiOperation): (string | undefined)[] {
  if (body === undefined) return []
  return [
    `#### Body${body.required ? ' (required)' : ''}`,
    body.description?.trim(),
    ...contentsOf(body.contents),
  ]
}

/** The first media type in full, the others by name. */
function contentsOf(contents: readonly OperationContent[]): (string | undefined)[] {
  const [first, ...others] = contents
  if (first === undefined) return []
  const { mediaType, schema, example } = first
  const kind = schema === undefined ? '' : typeLabel(schema, english)
  return [
    `\`${mediaType}\`${kind === '' ? '' : `, ${kind}`}${others.map((one) => `, \`${one.mediaType}\``).join('')}`,
    tableOf(['Property', 'Type', 'Description'], schema === undefined ? [] : propertiesOf(schema)),
    codeFence(/json/i.test(mediaType) ? 'json' : '', example),
  ]
}

/** Properties by their path: `owner.name`, `tags[].id`. */
function propertiesOf(part: SchemaPart, path = '', depth = 1): string[][] {
  if (part.items) return propertiesOf(part.items, path === '' ? '' : `${path}[]`, depth)
  return (part.properties ?? []).flatMap((property) => {
    const here = path === '' ? (property.name ?? '') : `${path}.${property.name ?? ''}`
    const row = [nameOf({ ...property, name: here }), typeOf(property), descriptionOf(property)]
    return depth < MAX_DEPTH ? [row, ...propertiesOf(property, here, depth + 1)] : [row]
  })
}

const nameOf = ({ name = '', required }: SchemaPart): string => `\`${name}\`${required ? ' (required)' : ''}`

const typeOf = (part: SchemaPart): string => typeLabel(part, english)

const descriptionOf = ({ description = '', values, default: defaultValue, deprecated }: SchemaPart): string =>
  [
    ...(deprecated ? ['Deprecated.'] : []),
    singleLine(description),
    ...(values === undefined ? [] : [`One of ${values.map((value) => `\`${value}\``).join(', ')}.`]),
    ...(defaultValue === undefined ? [] : [`Default \`${defaultValue}\`.`]),
  ]
    .filter(Boolean)
    .join(' ')

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => singleLine(cell).replace(/(?<!\\)\|/g, '\\|')).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A code fence that is longer than any inside the code. */
function codeFence(language: string, code: string | undefined): string {
  if (code === undefined || code === '') return ''
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${code}\n${fence}`
}

const singleLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
