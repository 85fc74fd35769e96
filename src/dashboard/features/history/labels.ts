import type { RevisionSummary } from '#contract/revisions.ts'
import { quotedSubject } from '../../lib/change-request-labels.ts'
import { formatNames, labels, pluralize } from '../../lib/labels.ts'
import type { RevisionItem } from './queries.ts'

type Described = Pick<RevisionItem, 'type' | 'mergedFrom' | 'parents' | 'summary'>

/** What a revision did: `Edited “Install” and “Configure”, added 3 files`. */
export function describeRevision({ type, mergedFrom, parents, summary = [] }: Described): string {
  if (type === 'merge') return mergedFrom ? `Merged ${quotedSubject(mergedFrom)}` : 'Merged a change request'
  if (type === 'rollback') return 'Rolled back'
  if (type === 'update') return 'Updated'
  if (type === 'computed') return 'Computed'
  if (parents.length === 0) return 'Created the space'
  const text = summary.map(describeChange).join(', ')
  return text === '' ? 'Edited' : `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

const MINUTE_MS = 60_000

/** `for 12 min`, how long an editing session took; empty for less than a minute. */
export function editingTime({ startedAt, createdAt }: Pick<RevisionItem, 'startedAt' | 'createdAt'>): string {
  const minutes = Math.round((Date.parse(createdAt) - Date.parse(startedAt ?? createdAt)) / MINUTE_MS)
  return minutes === 0 ? '' : `for ${minutes} min`
}

type Change = RevisionSummary[number]

const MAX_NAMED = 2

/** `edited “Install”`, `added file “logo.png”`, `deleted 12 pages` */
function describeChange({ object, action, count, names }: Change): string {
  const [one, several] = nouns[object]
  const verb = object === 'file' && action === 'edited' ? 'changed' : verbs[action]
  if (count > MAX_NAMED) return `${verb} ${pluralize(count, one, several)}`
  const quoted = formatNames(names.map((name) => labels.quoted(name || labels.untitled)))
  const noun = count === 1 ? one : several
  return object === 'page' || object === 'reusable-content'
    ? `${verb} ${quoted}`
    : `${verb} ${noun} ${quoted}`
}

const verbs: Readonly<Record<Change['action'], string>> = {
  created: 'added',
  edited: 'edited',
  moved: 'moved',
  deleted: 'deleted',
}

const nouns: Readonly<Record<Change['object'], readonly [one: string, several: string]>> = {
  page: ['page', 'pages'],
  file: ['file', 'files'],
  'reusable-content': ['piece of reusable content', 'pieces of reusable content'],
  variable: ['variable', 'variables'],
  tag: ['tag', 'tags'],
}
