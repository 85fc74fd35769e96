import { visit } from 'unist-util-visit'
import type { ApiOperation, OperationContent, SchemaPart } from '#contract/openapi-operations.ts'
import { type ApiBlock, apiBlockOf } from './api-blocks.ts'
import { samplesOf } from './api-samples.ts'
import { kindOf } from './dress/schema-parts.ts'
import { english } from './labels.ts'
import type { BlockTag } from './nodes.ts'
import { parseMarkdown } from './parse.ts'

/** How many properties within properties are named. */
const deepest = 3

/** A text with its operations written out in Markdown; a tag whose operation is not known stays. */
export function withOperations(body: string, operation: (block: ApiBlock) => ApiOperation | null): string {
  let result = ''
  let from = 0
  visit(parseMarkdown(body), 'blockTag', ({ name, attributes, position }: BlockTag) => {
    const block = name === 'openapi' ? apiBlockOf(attributes) : null
    const found = block && operation(block)
    const [start, end] = [position?.start.offset, position?.end.offset]
    if (!found || start === undefined || end === undefined || start < from) return
    const indent = ' '.repeat((position?.start.column ?? 1) - 1)
    result += body.slice(from, start) + markdownOf(found).replaceAll(/\n(?=.)/g, `\n${indent}`)
    from = end
  })
  return result + body.slice(from)
}

/** What an operation says, as Markdown for readers without a browser: how it is called and what it takes and answers. */
export function markdownOf(operation: ApiOperation): string {
  const { method, path, server = '', summary, description, deprecated } = operation
  const name = `${method.toUpperCase()} ${path}`
  return [
    `### ${inLine(summary ?? name)}`,
    `\`${method.toUpperCase()} ${server}${path}\`${deprecated ? ' (deprecated)' : ''}`,
    description?.trim(),
    tableOf(
      ['Parameter', 'In', 'Type', 'Description'],
      operation.parameters.map(({ in: where, part }) => [nameOf(part), where, typeOf(part), saidOf(part)]),
    ),
    ...bodyOf(operation),
    fenced('bash', samplesOf(operation)[0]?.code),
    ...operation.responses.flatMap(({ status, description: says, contents }) => [
      `#### Response ${[status, inLine(says ?? '')].filter(Boolean).join(': ')}`,
      ...contentsOf(contents),
    ]),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function bodyOf({ body }: ApiOperation): (string | undefined)[] {
  if (body === undefined) return []
  return [
    `#### Body${body.required ? ' (required)' : ''}`,
    body.description?.trim(),
    ...contentsOf(body.contents),
  ]
}

/** The first kind of content in full, the others by name. */
function contentsOf(contents: readonly OperationContent[]): (string | undefined)[] {
  const [first, ...others] = contents
  if (first === undefined) return []
  const { mediaType, schema, example } = first
  const kind = schema === undefined ? '' : kindOf(schema, english)
  return [
    `\`${mediaType}\`${kind === '' ? '' : `, ${kind}`}${others.map((one) => `, \`${one.mediaType}\``).join('')}`,
    tableOf(['Property', 'Type', 'Description'], schema === undefined ? [] : propertiesOf(schema)),
    fenced(/json/i.test(mediaType) ? 'json' : '', example),
  ]
}

/** Properties by the way to them: `owner.name`, `tags[].id`. */
function propertiesOf(part: SchemaPart, way = '', depth = 1): string[][] {
  if (part.items) return propertiesOf(part.items, way === '' ? '' : `${way}[]`, depth)
  return (part.properties ?? []).flatMap((property) => {
    const here = way === '' ? (property.name ?? '') : `${way}.${property.name ?? ''}`
    const row = [nameOf({ ...property, name: here }), typeOf(property), saidOf(property)]
    return depth < deepest ? [row, ...propertiesOf(property, here, depth + 1)] : [row]
  })
}

const nameOf = ({ name = '', required }: SchemaPart): string => `\`${name}\`${required ? ' (required)' : ''}`

const typeOf = (part: SchemaPart): string => kindOf(part, english)

const saidOf = ({ description = '', values, default: usual, deprecated }: SchemaPart): string =>
  [
    ...(deprecated ? ['Deprecated.'] : []),
    inLine(description),
    ...(values === undefined ? [] : [`One of ${values.map((value) => `\`${value}\``).join(', ')}.`]),
    ...(usual === undefined ? [] : [`Default \`${usual}\`.`]),
  ]
    .filter(Boolean)
    .join(' ')

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => inLine(cell).replace(/(?<!\\)\|/g, '\\|')).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

/** In a fence longer than any within. */
function fenced(language: string, code: string | undefined): string {
  if (code === undefined || code === '') return ''
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${code}\n${fence}`
}

const inLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
