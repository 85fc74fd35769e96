import { invalid } from '../errors.ts'

/** Far deeper than any body of the contract. Deeper ones would exhaust the stack where values are copied or hashed. */
export const MAX_JSON_DEPTH = 100

/**
 * Parses JSON text of limited depth. The limit is checked in the text, before anything recursive reads the value.
 * @throws {SyntaxError} if it is not JSON
 * @throws {DomainError} 400 `validation` if objects and arrays are nested more than `MAX_JSON_DEPTH` deep
 */
export function parseJson(text: string): unknown {
  if (isDeep(text)) {
    const message = `Nest objects and arrays at most ${MAX_JSON_DEPTH} levels deep`
    throw invalid([{ path: ['body'], message }])
  }
  return JSON.parse(text)
}

const BRACKET = /["[{\]}]/g

/** Whether objects and arrays are nested too deep, in one pass over the text. */
function isDeep(text: string): boolean {
  const brackets = new RegExp(BRACKET)
  let depth = 0
  for (let match = brackets.exec(text); match !== null; match = brackets.exec(text)) {
    if (match[0] === '"') {
      const end = endOfString(text, match.index)
      if (end < 0) return false
      brackets.lastIndex = end + 1
    } else if (match[0] === '{' || match[0] === '[') {
      depth += 1
      if (depth > MAX_JSON_DEPTH) return true
    } else depth -= 1
  }
  return false
}

/** The position of the quote that ends the string which starts at `start`; -1 without one. */
function endOfString(text: string, start: number): number {
  let end = start
  do end = text.indexOf('"', end + 1)
  while (end >= 0 && isEscaped(text, end))
  return end
}

/** Whether an odd number of backslashes precedes a character. */
function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text[first - 1] === '\\') first -= 1
  return (at - first) % 2 === 1
}
