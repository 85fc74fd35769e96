import { isSamePage, type PageEntry } from '../content/entries.ts'
import type { Content } from '../content/read.ts'
import type { SpaceRevision } from './space-queries.ts'

type Input = {
  readonly revision: SpaceRevision
  readonly from: Content | null
  readonly to: Content
  /** Whether it merges commits of the branch. */
  readonly isMerge: boolean
  readonly branch: string
}

/** The message of the commit of a revision, with the revision and its further authors in trailers. */
export function commitMessage({ revision, from, to, isMerge, branch }: Input): string {
  const { request } = revision
  const [subject, body] = isMerge
    ? [`Merge branch '${branch}' with changes in Lectern`, null]
    : request !== null
      ? [request.subject || `Merge change request #${request.number}`, `Change request #${request.number}`]
      : [subjectOf(from, to), null]
  // Hosts of repositories show these people as authors, too.
  const authors = revision.coAuthors.map(({ name, email }) => `Co-authored-by: ${oneLine(name)} <${email}>`)
  const trailers = [`Lectern-Revision: ${revision.id}`, ...authors].join('\n')
  const paragraphs = [oneLine(subject), body, trailers]
  return `${paragraphs.filter((text) => text !== null).join('\n\n')}\n`
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

function subjectOf(from: Content | null, to: Content): string {
  if (from === null) return 'Add content'
  const created: string[] = []
  const updated: string[] = []
  for (const { entry } of to.tree.all()) {
    const known = from.tree.page(entry.id)?.entry
    if (known === undefined) created.push(entry.title)
    else if (!isSame(known, entry)) updated.push(entry.title)
  }
  const deleted = [...from.tree.all()].flatMap(({ entry }) =>
    to.tree.page(entry.id) === undefined ? [entry.title] : [],
  )
  const parts = [...named('Add', created), ...named('Update', updated), ...named('Delete', deleted)]
  const [first, ...rest] = parts
  if (first === undefined) return 'Update content'
  return [first, ...rest.map((part) => part.charAt(0).toLowerCase() + part.slice(1))].join(', ')
}

const isSame = (a: PageEntry, b: PageEntry): boolean =>
  isSamePage({ ...a, children: '' }, { ...b, children: '' })

const named = (verb: string, titles: readonly string[]): string[] =>
  titles.length === 0 ? [] : [titles.length === 1 ? `${verb} ${titles[0]}` : `${verb} ${titles.length} pages`]
