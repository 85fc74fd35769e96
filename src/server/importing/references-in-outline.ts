import { cutText } from '#markup/cut-text.ts'
import {
  MAX_REFERENCE_OPERATIONS,
  type ReferencePage,
  referenceOptions,
  referencePages,
  specNameIn,
} from './api-reference.ts'
import type { OutlineEntry } from './outline.ts'
import { type SpecResolver, specKeyOf } from './planned-specs.ts'
import type { MissingReference } from './spec-outline.ts'

type References = {
  readonly pages: ReadonlyMap<OutlineEntry, readonly ReferencePage[]>
  /** The entries whose specification can be added later. */
  readonly missing: ReadonlyMap<OutlineEntry, MissingReference>
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
}

/** API references that one table of contents has at most. */
const MAX_REFERENCES = 20

/** The pages of all API references in an outline, and why some have none. */
export async function referencesIn(
  entries: readonly OutlineEntry[],
  specs: SpecResolver | undefined,
  newId: () => string,
): Promise<References> {
  const pages = new Map<OutlineEntry, readonly ReferencePage[]>()
  const missing = new Map<OutlineEntry, MissingReference>()
  const skipped: { path: string; reason: string }[] = []
  for (const [index, entry] of [...everyReference(entries)].entries()) {
    const name = specNameIn(entry.metadata)
    const path = `OpenAPI specification ${name === null ? '' : cutText(name, 200)}`.trim()
    const options = referenceOptions(entry.metadata)
    if (specs === undefined || name === null || index >= MAX_REFERENCES) {
      skipped.push({ path, reason: name === null ? NO_NAME : specs === undefined ? NOT_HERE : TOO_MANY })
      continue
    }
    const outline = await specs.find(name)
    if (typeof outline === 'string') {
      skipped.push({ path, reason: `${outline}. ${LATER}` })
      missing.set(entry, { ...options, spec: specKeyOf(name), path })
      continue
    }
    pages.set(entry, referencePages(outline, options, newId))
    const more = outline.operations.length - MAX_REFERENCE_OPERATIONS
    if (more > 0) skipped.push({ path, reason: `Its last ${more} operations have no pages` })
  }
  return { pages, missing, skipped }
}

const NO_NAME = 'The table of contents doesn’t name the specification'
const NOT_HERE = 'API references can’t be created here'
const TOO_MANY = `A table of contents can have up to ${MAX_REFERENCES} API references`
const LATER = 'Lectern creates its pages once it has read the specification'

function* everyReference(entries: readonly OutlineEntry[]): Generator<OutlineEntry> {
  for (const entry of entries) {
    if (entry.kind === 'api-reference') yield entry
    yield* everyReference(entry.children)
  }
}
