import { decodeCursor } from '../../db/page.ts'
import { invalid } from '../../errors.ts'
import { toMillionths } from '../../search/hits.ts'

/**
 * Whether a hit comes after the one in a page token: results are ordered by score, the best first, then by id.
 * @throws {DomainError} `validation` for a token of another list
 */
export function afterToken<Hit extends { readonly score: number }>(
  token: string,
  idOf: (hit: Hit) => string,
): (hit: Hit) => boolean {
  const [score, id] = decodeCursor(token, 2)
  if (typeof score !== 'number' || typeof id !== 'string') {
    const message = 'Send the value of “next.page” from a response'
    throw invalid([{ path: ['query', 'page'], message }])
  }
  const last = toMillionths(score)
  return (hit) => hit.score < last || (hit.score === last && idOf(hit) > id)
}
