import { cutText } from '#markup/cut-text.ts'
import {
  MAX_REFERENCE_OPERATIONS,
  type ReferencePage,
  referenceOptions,
  referencePages,
  specNameIn,
} from './api-reference.ts'
import type { OutlineEntry } from './outline.ts'
import type { SpecResolver } from './planned-specs.ts'

type References = {
  readonly pages: ReadonlyMap<OutlineEntry, readonly ReferencePage[]>
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
  const skipped: { path: string; reason: string }[] = []
  for (const [index, entry] of [...everyReference(entries)].entries()) {
    const name = specNameIn(entry.metadata)
    const path = `OpenAPI specification ${name === null ? '' : cutText(name, 200)}`.trim()
    const outline =
      name === null
        ? 'The table of contents doesn’t name the specification'
        : index >= MAX_REFERENCES
          ? `A table of contents can have up to ${MAX_REFERENCES} API references`
          : ((await specs?.find(name)) ?? 'API references can’t be created here')
    if (typeof outline === 'string') {
      skipped.push({ path, reason: outline })
      continue
    }
    pages.set(entry, referencePages(outline, referenceOptions(entry.metadata), newId))
    const more = outline.operations.length - MAX_REFERENCE_OPERATIONS
    if (more > 0) skipped.push({ path, reason: `Its last ${more} operations have no pages` })
  }
  return { pages, skipped }
}

function* everyReference(entries: readonly OutlineEntry[]): Generator<OutlineEntry> {
  for (const entry of entries) {
    if (entry.kind === 'api-reference') yield entry
    yield* everyReference(entry.children)
  }
}
