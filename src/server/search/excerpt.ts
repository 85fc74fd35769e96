import { cutText } from '#markup/cut-text.ts'
import { firstMatch } from '#markup/search-matches.ts'

/** About as much of a text as a row of results shows. */
const longest = 180
/** The maximum of characters before the first match. */
const before = 60

/** One line of a text around the first matching word of the query, cut between words. */
export function excerptOf(text: string, question: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const at = firstMatch(line, question)
  const from = at <= before ? 0 : line.indexOf(' ', at - before) + 1
  const begun = from > 0 && from <= at ? from : at <= before ? 0 : at
  const rest = line.slice(begun)
  const cut = rest.length <= longest ? rest : rest.slice(0, longest + 1).replace(/\s+\S*$/, '')
  return `${begun > 0 ? '… ' : ''}${cutText(cut, longest)}${cut.length < rest.length ? ' …' : ''}`
}
