import type { OpenapiSpec } from '#contract/openapi-specs.ts'
import { pluralize } from '../../lib/labels.ts'

type State = { readonly tone: 'success' | 'warning' | 'danger' | 'ink'; readonly label: string }

/** The processing status of a specification. */
export function specStatus(spec: OpenapiSpec): State {
  const { processingState, lastProcessErrorCode, lastProcessedErrors, lastVersion } = spec
  if (processingState === 'pending') return { tone: 'ink', label: 'Waiting' }
  if (processingState === 'progress') return { tone: 'ink', label: 'Reading' }
  if (lastProcessErrorCode === undefined)
    return lastProcessedErrors.length === 0
      ? { tone: 'success', label: 'Up to date' }
      : { tone: 'warning', label: pluralize(lastProcessedErrors.length, 'problem') }
  return lastVersion === undefined
    ? { tone: 'danger', label: 'Failed' }
    : { tone: 'warning', label: 'Update failed' }
}

/** Why the last import failed. */
export const errorLabels: Readonly<Record<NonNullable<OpenapiSpec['lastProcessErrorCode']>, string>> = {
  FETCH_TIMEOUT: 'The server didn’t respond in time.',
  FETCH_ERROR: 'Couldn’t read the URL.',
  PARSE_ERROR: 'It isn’t a valid specification.',
}

export const specName = ({ title, slug }: Pick<OpenapiSpec, 'title' | 'slug'>): string => title ?? slug

/** A slug from a file name, an address or a title; empty if none can be made. */
export function slugOf(name: string): string {
  const path = URL.canParse(name) ? new URL(name).pathname : name
  const last = path.split('/').filter(Boolean).at(-1) ?? ''
  const plain = last.replace(/\.(?:json|ya?ml)$/i, '')
  return plain
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100)
    .replace(/-+$/, '')
}

/** The title in a specification; empty if there is none. */
export const specTitle = (text: string): string =>
  /(?:^|[{,])\s*["']?title["']?\s*:\s*["']?([^"'\n,}]{1,100})/m.exec(text)?.[1]?.trim() ?? ''
