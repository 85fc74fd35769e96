import { type Attributes, attributeOf } from './attributes.ts'
import type { ScimContext } from './context.ts'
import { invalidValue, ScimError } from './errors.ts'
import type { Resource } from './resources.ts'

/** @throws {ScimError} 400 if `schemas` does not name the schema of the resource */
export function readAttributes(body: Attributes, schema: string): void {
  const schemas = attributeOf(body, 'schemas')
  if (schemas === undefined) return
  const names = Array.isArray(schemas) ? schemas.map((name) => String(name).toLowerCase()) : []
  if (!names.includes(schema.toLowerCase()))
    throw new ScimError(400, `schemas must contain ${schema}`, 'invalidSyntax')
}

/** A text without spaces around it; null if it is missing or empty. @throws {ScimError} 400 */
export function text(attributes: Attributes, name: string, max: number): string | null {
  const value = attributeOf(attributes, name)
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw invalidValue(`${name} must be a string`)
  const trimmed = value.trim()
  if (trimmed.length > max) throw invalidValue(`${name} can have at most ${max} characters`)
  return trimmed === '' ? null : trimmed
}

/** Refuses a change of a resource that is not the one the caller saw (RFC 7644, 3.14). @throws {ScimError} 412 */
export function expectVersion({ ifMatch }: ScimContext, { meta }: Resource): void {
  if (ifMatch === undefined || isSameVersion(ifMatch, meta.version)) return
  throw new ScimError(412, 'The resource has changed since you read it')
}

/** Whether a list of ETags contains a version; weak and strong ones are the same here. */
export function isSameVersion(header: string, version: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.split(',').some((tag) => tag.trim() === '*' || bare(tag) === bare(version))
}
