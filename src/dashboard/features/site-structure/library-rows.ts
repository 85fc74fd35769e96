import { useMemo, useState } from 'react'
import type { Collection } from '#contract/collections.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import type { Space } from '#contract/spaces.ts'
import { useSpaceOptions } from '../../data/spaces.ts'
import { labels } from '../../lib/labels.ts'
import type { LibraryEntry } from './row-actions.ts'
import { childrenOf, rootNodes, titleOf } from './structure-nodes.ts'

/** A collection or space of the library that can be added to the site. */
export type LibraryRow = LibraryEntry & {
  readonly id: string
  readonly depth: number
  readonly emoji: string | undefined
  /** The titles of its parent collections, if it is shown without them. */
  readonly where?: string
}

type LocatedSpace = { readonly space: Space; readonly where: string | undefined }
type LibraryData = { readonly spaces: readonly LocatedSpace[]; readonly collections: readonly Collection[] }

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The library as a tree, without collections that contain no space. */
export function libraryRows(
  { spaces, collections }: LibraryData,
  isOpen: (id: string) => boolean,
): LibraryRow[] {
  const known = new Set(collections.map(({ id }) => id))
  const parentOf = (parent: string | undefined) => (parent && known.has(parent) ? parent : null)
  const within = Map.groupBy(collections, ({ parent }) => parentOf(parent))
  const spacesIn = Map.groupBy(spaces, ({ space }) => parentOf(space.parent))
  const all = new Map<string, readonly Space[]>()
  const allIn = (id: string): readonly Space[] => {
    const spaces = all.get(id) ?? [
      ...(within.get(id) ?? []).flatMap((one) => allIn(one.id)),
      ...(spacesIn.get(id) ?? []).map(({ space }) => space),
    ]
    all.set(id, spaces)
    return spaces
  }
  const rowsIn = (parent: string | null, depth: number): LibraryRow[] => [
    ...(within.get(parent) ?? []).flatMap((collection) => {
      const inside = allIn(collection.id)
      if (inside.length === 0) return []
      const row = rowOfCollection(collection, inside, depth)
      return isOpen(collection.id) ? [row, ...rowsIn(collection.id, depth + 1)] : [row]
    }),
    ...(spacesIn.get(parent) ?? []).map(({ space }) => rowOfSpace(space, depth)),
  ]
  return rowsIn(null, 0)
}

const rowOfCollection = ({ id, title }: Collection, spaces: readonly Space[], depth: number): LibraryRow => ({
  ...{ id, depth, spaces, emoji: undefined, isCollection: true },
  title: title || labels.untitled,
})

const rowOfSpace = (space: Space, depth: number): LibraryRow => ({
  ...{ id: space.id, depth, spaces: [space], emoji: space.emoji, isCollection: false },
  title: space.title || labels.untitled,
})

/** The entries whose titles match, flat: collections first, then spaces with the collection they are in. */
export function searchLibrary(library: LibraryData, text: string): LibraryRow[] {
  const terms = plain(text).split(/\s+/).filter(Boolean)
  const matches = ({ title }: LibraryRow) => terms.every((term) => plain(title).includes(term))
  const collections = libraryRows(library, () => true).filter(({ isCollection }) => isCollection)
  return [
    ...collections.map((row) => ({ ...row, depth: 0 })),
    ...library.spaces.map(({ space, where }) => ({ ...rowOfSpace(space, 0), ...(where ? { where } : {}) })),
  ].filter(matches)
}

/** The selected rows, without those inside a collection that is selected too. */
export function outermostSelected(rows: readonly LibraryRow[]): LibraryRow[] {
  const covered = new Set(
    rows.filter(({ isCollection }) => isCollection).flatMap(({ spaces }) => spaces.map(({ id }) => id)),
  )
  const tops = rows.filter(({ isCollection, id }) => isCollection || !covered.has(id))
  const inner = (row: LibraryRow) =>
    row.isCollection &&
    tops.some(
      (one) =>
        one !== row && one.isCollection && one.spaces.length > row.spaces.length && containsAll(one, row),
    )
  return tops.filter((row) => !inner(row))
}

const containsAll = (one: LibraryRow, row: LibraryRow): boolean =>
  row.spaces.every(({ id }) => one.spaces.some((space) => space.id === id))

/** The targets of the “Add to” field: the end of the site, each group and each section. */
export function addTargets(structure: SiteStructure, siteTitle: string) {
  const end = { value: '', label: `The end of ${siteTitle}` }
  if (structure.type === 'siteSpaces') return [end]
  const inside = rootNodes(structure).flatMap((node) => [
    { value: node.id, label: titleOf(node) },
    ...(node.object === 'site-section-group'
      ? childrenOf(node).map((one) => ({ value: one.id, label: `${titleOf(node)} / ${titleOf(one)}` }))
      : []),
  ])
  return [end, ...inside]
}

/** The rows of the library to show: a tree, or the results of a search. */
export function useLibraryRows(organizationId: string) {
  const { spaces, collections, isLoading } = useSpaceOptions(organizationId)
  const [text, setText] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(
    () =>
      text.trim() === ''
        ? libraryRows({ spaces, collections }, (id) => opened.has(id))
        : searchLibrary({ spaces, collections }, text),
    [spaces, collections, text, opened],
  )
  return {
    rows,
    isLoading,
    text,
    setText,
    isOpen: (id: string) => opened.has(id),
    toggle: (id: string, open: boolean) => {
      const next = new Set(opened)
      if (open) next.add(id)
      else next.delete(id)
      setOpened(next)
    },
  }
}
