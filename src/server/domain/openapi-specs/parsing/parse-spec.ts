import { createHash } from 'node:crypto'
import { upgrade } from '@scalar/openapi-upgrader'
import { parseDocument } from 'yaml'
import type { ApiOperation, ApiSchema } from '#contract/openapi-operations.ts'
import { MAX_OPERATIONS, MAX_SPEC_BYTES } from '#contract/openapi-specs.ts'
import type { SpecFault, SpecFormat } from '../../../db/tables/openapi.ts'
import { atMost, isObject, type Json, objectIn, textIn } from './json.ts'
import { operationsIn } from './operations.ts'
import { externalDocuments } from './references.ts'
import { schemasIn } from './schemas.ts'
import { UnreadableSpec } from './unreadable-spec.ts'

/** The text of a specification and the URL it was read from; null for an uploaded text. */
export type SpecSource = { readonly text: string; readonly url: string | null }

export type ParsedSpec = {
  /** All documents in OpenAPI 3 by URL, the specification first. */
  readonly documents: Readonly<Record<string, Json>>
  /** Hash of the documents: when it is the same, nothing has changed. */
  readonly hash: string
  readonly format: SpecFormat
  readonly title: string | null
  readonly apiVersion: string | null
  readonly operations: readonly ApiOperation[]
  readonly schemas: readonly ApiSchema[]
  /** Problems that do not prevent reading. */
  readonly faults: readonly SpecFault[]
}

/** Other documents that a specification may refer to. */
const MAX_DOCUMENTS = 50
const MAX_FAULTS = 20
/** In characters. Longer texts are not validated against the format, because it takes too long. */
const MAX_VALIDATED_LENGTH = 4_000_000

/**
 * Parses a specification and the documents it refers to, which `fetchText` reads.
 * @throws {UnreadableSpec} and what `fetchText` throws
 */
export async function parseSpec(
  { text, url }: SpecSource,
  fetchText: (url: string) => Promise<string>,
): Promise<ParsedSpec> {
  const { value, format } = parsed(text)
  const original = expectSpec(value)
  const checked = text.length <= MAX_VALIDATED_LENGTH ? await faultsOf(original) : []
  const document = upgraded(original)
  const root = url ?? (format === 'json' ? 'openapi.json' : 'openapi.yaml')
  const { documents, unresolved } = await withReferencedDocuments(document, root, {
    fetchText,
    budget: MAX_SPEC_BYTES - text.length,
  })
  const { operations, count } = operationsIn(documents, { root, base: url, limit: MAX_OPERATIONS })
  const unresolvedFaults = [...unresolved].map((reference) => ({
    message: `“${atMost(reference, 300)}” can’t be loaded. Use an http or https address`,
  }))
  const more =
    count > operations.length
      ? [{ message: `It has ${count} operations; the first ${MAX_OPERATIONS} can be shown` }]
      : []
  const stored = JSON.stringify(Object.fromEntries(documents))
  const info = objectIn(document, 'info')
  return {
    documents: JSON.parse(stored) as Readonly<Record<string, Json>>,
    hash: createHash('sha256').update(stored).digest('hex'),
    format,
    title: cut(textIn(info, 'title')),
    apiVersion: cut(textIn(info, 'version')),
    operations,
    schemas: schemasIn(documents, root),
    faults: [...more, ...unresolvedFaults, ...checked].slice(0, MAX_FAULTS),
  }
}

const cut = (text: string | undefined): string | null => (text === undefined ? null : atMost(text, 300))

function parsed(text: string): { value: Json; format: SpecFormat } {
  const clean = text.replace(/^\uFEFF/, '')
  if (/^\s*[{[]/.test(clean)) {
    try {
      return { value: JSON.parse(clean), format: 'json' }
    } catch {
      // It may still be YAML, whose parser also reports where the error is.
    }
  }
  return { value: yamlOf(clean), format: 'yaml' }
}

function yamlOf(text: string): Json {
  const document = parseDocument(text, { uniqueKeys: false, logLevel: 'silent' })
  const [error] = document.errors
  if (error !== undefined)
    throw new UnreadableSpec(`This is neither JSON nor YAML: ${atMost(error.message, 500)}`)
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch {
    // The parser refuses documents that aliases would expand beyond any size.
    throw new UnreadableSpec('It uses too many YAML aliases')
  }
}

function expectSpec(value: Json): Record<string, unknown> {
  if (!isObject(value)) throw new UnreadableSpec('This isn’t an OpenAPI specification: it isn’t an object')
  const declared = textIn(value, 'openapi') ?? textIn(value, 'swagger')
  if (declared === undefined)
    throw new UnreadableSpec('This isn’t an OpenAPI specification: it has neither “openapi” nor “swagger”')
  if (!/^(?:2\.0|3\.[012](?:\.\d+)?)/.test(declared))
    throw new UnreadableSpec(`OpenAPI ${atMost(declared, 30)} isn’t supported. Use Swagger 2.0 or OpenAPI 3`)
  return value as Record<string, unknown>
}

function upgraded(document: Record<string, unknown>): Json {
  if (textIn(document, 'swagger') === undefined) return document
  try {
    return upgrade(document, '3.0')
  } catch {
    throw new UnreadableSpec('This isn’t valid Swagger 2.0')
  }
}

/** Violations of the format. Many specifications in use have some. */
async function faultsOf(document: Record<string, unknown>): Promise<SpecFault[]> {
  try {
    const { Validator } = await import('@seriousme/openapi-schema-validator')
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    if (valid) return []
    if (!Array.isArray(errors)) return [{ message: atMost(String(errors), 300) }]
    const faults = errors.map(({ instancePath, message }) => ({
      ...(instancePath ? { path: atMost(instancePath, 300) } : {}),
      message: atMost(message ?? 'This isn’t a valid specification', 300),
    }))
    return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()].slice(0, MAX_FAULTS)
  } catch {
    // The validator fails on some invalid documents, and validation is optional.
    return []
  }
}

async function withReferencedDocuments(
  document: Json,
  root: string,
  { fetchText, budget }: { fetchText: (url: string) => Promise<string>; budget: number },
) {
  const documents = new Map<string, Json>([[root, document]])
  const unresolved = new Set<string>()
  const queue = [root]
  let remaining = budget
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const external = externalDocuments(documents.get(at), at)
    for (const one of external.unresolved) unresolved.add(one)
    for (const address of external.addresses) {
      if (documents.has(address)) continue
      if (documents.size > MAX_DOCUMENTS)
        throw new UnreadableSpec(`It refers to more than ${MAX_DOCUMENTS} other documents`)
      const text = await fetchText(address)
      remaining -= text.length
      if (remaining < 0)
        throw new UnreadableSpec(
          `Including all references, it is larger than ${MAX_SPEC_BYTES / 1024 / 1024} MB`,
        )
      documents.set(address, parsed(text).value)
      queue.push(address)
    }
  }
  return { documents, unresolved }
}
