import type { OpenapiSpec } from '#contract/openapi-specs.ts'

type State = { readonly tone: 'success' | 'warning' | 'danger' | 'ink'; readonly words: string }

/** How far a specification is, in a few words. */
export function stateOf({ processingState, lastProcessErrorCode, lastVersion }: OpenapiSpec): State {
  if (processingState === 'pending') return { tone: 'ink', words: 'Waiting' }
  if (processingState === 'progress') return { tone: 'ink', words: 'Being read' }
  if (lastProcessErrorCode === undefined) return { tone: 'success', words: 'Read' }
  return lastVersion === undefined
    ? { tone: 'danger', words: 'Not read' }
    : { tone: 'warning', words: 'Not read again' }
}

/** Why the last reading failed, as a sentence. */
export const faultWords: Readonly<Record<NonNullable<OpenapiSpec['lastProcessErrorCode']>, string>> = {
  FETCH_TIMEOUT: 'The address did not answer in time.',
  FETCH_ERROR: 'The address could not be read.',
  PARSE_ERROR: 'It is no specification that can be read.',
}

export const nameOf = ({ title, slug }: Pick<OpenapiSpec, 'title' | 'slug'>): string => title ?? slug

/** A slug made of a file name, an address or a title; empty where nothing is left of it. */
export function slugFrom(name: string): string {
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

/** The title that a specification gives itself, for a name; empty where none is seen. */
export const titleIn = (text: string): string =>
  /(?:^|[{,])\s*["']?title["']?\s*:\s*["']?([^"'\n,}]{1,100})/m.exec(text)?.[1]?.trim() ?? ''
