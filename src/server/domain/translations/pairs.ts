/** A document of the source space. */
export type SourcePage = { readonly id: string; readonly path: string }
/** A document of the translation. */
export type TargetPage = { readonly id: string; readonly path: string }

/** What is stored about a page of the translation. */
export type StoredPair = {
  readonly pageId: string
  /** Null if a person marked it as having no original. */
  readonly sourcePageId: string | null
}

export type Pair<Source, Target> = {
  readonly source: Source | undefined
  readonly page: Target | undefined
  readonly pairing: 'stored' | 'id' | 'path' | undefined
}

/**
 * Which pages of a source space and its translation correspond: those that are stored, then those with the same id,
 * then those with the same path. A stored original that no longer exists counts as not stored. Pages on either side
 * without a counterpart follow with that side alone.
 */
export function pairPages<Source extends SourcePage, Target extends TargetPage>(
  sources: readonly Source[],
  targets: readonly Target[],
  stored: readonly StoredPair[],
): readonly Pair<Source, Target>[] {
  const sourceById = new Map(sources.map((source) => [source.id, source]))
  const sourceByPath = new Map(sources.map((source) => [source.path, source]))
  const storedByPage = new Map(stored.map((row) => [row.pageId, row.sourcePageId]))
  const open = new Map(targets.map((page) => [page.id, page]))
  const taken = new Set<string>()
  const pairs: Pair<Source, Target>[] = []
  const pair = (page: Target, source: Source | undefined, pairing: Pair<Source, Target>['pairing']) => {
    if (source === undefined || taken.has(source.id)) return
    taken.add(source.id)
    open.delete(page.id)
    pairs.push({ source, page, pairing })
  }
  for (const page of targets) {
    const sourceId = storedByPage.get(page.id)
    if (sourceId !== undefined && sourceId !== null) pair(page, sourceById.get(sourceId), 'stored')
  }
  const isFree = ({ id }: Target) => storedByPage.get(id) !== null
  for (const page of [...open.values()].filter(isFree)) pair(page, sourceById.get(page.id), 'id')
  for (const page of [...open.values()].filter(isFree)) pair(page, sourceByPath.get(page.path), 'path')
  const alone = [...open.values()].map((page) => ({ source: undefined, page, pairing: undefined }))
  const missing = sources.filter(({ id }) => !taken.has(id))
  return [...pairs, ...alone, ...missing.map((source) => ({ source, page: undefined, pairing: undefined }))]
}
