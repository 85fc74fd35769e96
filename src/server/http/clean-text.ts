import { DomainError } from '../errors.ts'

/** An escape of a character that the database possibly cannot store. */
const SUSPICIOUS_ESCAPE = /\\u(?:0000|d[89a-f])/i

/** Whether JSON text can contain such characters: a cheap check before the thorough one. */
export const isSuspicious = (json: string): boolean => SUSPICIOUS_ESCAPE.test(json)

/**
 * Refuses texts with the character U+0000 or unpaired surrogates.
 * @throws {DomainError} `validation`, with the path of the first such text.
 */
export function expectCleanText(value: unknown, path: readonly (string | number)[] = ['body']): void {
  if (typeof value === 'string') expectClean(value, path)
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    expectClean(name, path)
    expectCleanText(inner, [...path, Array.isArray(value) ? Number(name) : name])
  }
}

/** The same check for the path and query of a URL. */
export function expectCleanAddress(url: string): void {
  if (url.includes('%00')) refuse(['query'])
}

function expectClean(text: string, path: readonly (string | number)[]): void {
  if (text.includes('\0') || !text.isWellFormed()) refuse(path)
}

function refuse(path: readonly (string | number)[]): never {
  const message = 'The text contains a character that can’t be stored'
  throw new DomainError('validation', message, { issues: [{ path, message }] })
}
