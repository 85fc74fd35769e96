import { marked } from './search-words.ts'

/** A text with what was looked for marked in it. */
export const Marked = ({ text, query }: { text: string; query: string }) =>
  marked(text, query).map(({ text: piece, isHit }, at) => (isHit ? <mark key={at}>{piece}</mark> : piece))
