import { isSameValue, type Root, sorted, type TagEntry, type Variables } from './entries.ts'
import type { Hash, Objects } from './objects.ts'

/** The variables and tags of one revision while they are being changed. */
export function openSpaceValues(objects: Objects, root: Root) {
  let variables: Variables | undefined
  let tags: readonly TagEntry[] | undefined
  return {
    variables: async (): Promise<Variables> => variables ?? variablesIn(objects, root),
    /** The variables as they were when the tree was opened. */
    originalVariables: (): Promise<Variables> => variablesIn(objects, root),
    putVariables(next: Variables): void {
      variables = next
    },
    tags: async (): Promise<readonly TagEntry[]> => tags ?? tagsIn(objects, root),
    putTags(next: readonly TagEntry[]): void {
      tags = next
    },
    store: () => ({
      variables: variables === undefined ? root.variables : stored(objects, variables),
      tags: tags === undefined ? root.tags : stored(objects, tags),
    }),
  }
}

/** Stored as texts: a value that looks like the hash of an object is none. */
const stored = (objects: Objects, value: object): Hash | undefined =>
  Object.keys(value).length === 0 ? undefined : objects.put('text', JSON.stringify(sorted(value)))

async function valueOf<T>(objects: Objects, hash: Hash | undefined): Promise<T | undefined> {
  return hash === undefined ? undefined : JSON.parse((await objects.read([hash])).get(hash) ?? 'null')
}

/** The variables of a revision. */
export const variablesIn = async (objects: Objects, { variables }: Root): Promise<Variables> =>
  (await valueOf<Variables>(objects, variables)) ?? {}

/** The tags of a revision in the order in which they were added. */
export const tagsIn = async (objects: Objects, { tags }: Root): Promise<readonly TagEntry[]> =>
  (await valueOf<readonly TagEntry[]>(objects, tags)) ?? []

/** The names of the variables that differ between two revisions. */
export async function changedVariables(objects: Objects, before: Root, after: Root): Promise<string[]> {
  if (before.variables === after.variables) return []
  const [old, now] = [await variablesIn(objects, before), await variablesIn(objects, after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => old[name] !== now[name])
}

/** Tags with others added; one with the same slug is replaced in its position. */
export function withTags(tags: readonly TagEntry[], added: readonly TagEntry[]): readonly TagEntry[] {
  const bySlug = new Map([...tags, ...added].map((entry) => [entry.slug, entry]))
  return [...bySlug.values()]
}

/** How the tags of two revisions differ. */
export async function diffTags(objects: Objects, before: Root, after: Root) {
  if (before.tags === after.tags) return { added: [], removed: [], edited: [] }
  const [old, now] = [await tagsIn(objects, before), await tagsIn(objects, after)]
  const [was, is] = [bySlug(old), bySlug(now)]
  return {
    added: now.filter(({ slug }) => !was.has(slug)),
    removed: old.filter(({ slug }) => !is.has(slug)),
    edited: now.filter((entry) => was.has(entry.slug) && !isSameValue(was.get(entry.slug), entry)),
  }
}

const bySlug = (tags: readonly TagEntry[]) => new Map(tags.map((entry) => [entry.slug, entry]))
