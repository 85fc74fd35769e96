/** The people mentioned in a draft, by the name in its text. */
export type Mentions = ReadonlyMap<string, string>

const link = /\[@([^\]\n]{1,200})\]\(\/users\/([A-Za-z0-9_-]{1,64})\)/g

/** A comment as it is edited: names instead of links to people. */
export function toEditable(markdown: string): { text: string; named: Mentions } {
  const named = new Map<string, string>()
  const text = markdown.replace(link, (whole, name: string, id: string) => {
    const known = named.get(name)
    // Two people with the same name: the second remains a link, so that neither is lost.
    if (known !== undefined && known !== id) return whole
    named.set(name, id)
    return `@${name}`
  })
  return { text, named }
}

/** A comment as it is stored: each mentioned name is a link to the person. */
export function toStored(text: string, named: Mentions): string {
  const names = [...named.keys()].sort((a, b) => b.length - a.length)
  if (names.length === 0) return text.trim()
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}@\\[])@(${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`,
    'gu',
  )
  return text.replace(pattern, (_, name: string) => `[@${name}](/users/${named.get(name)})`).trim()
}

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The name being typed right before the caret, and the index of its `@`. */
export function mentionQueryAt(text: string, caret: number): { at: number; typed: string } | undefined {
  const match = /(?:^|[\s(])@([\p{L}\p{N}][\p{L}\p{N}.’' -]{0,40}|)$/u.exec(text.slice(0, caret))
  if (!match) return undefined
  const typed = match[1] ?? ''
  // A name has few words; more than that is the sentence after it.
  if (typed.split(' ').length > 3 || typed.endsWith('  ')) return undefined
  return { at: caret - typed.length - 1, typed }
}

/** The text with the chosen name instead of the typed part, and the new caret position. */
export function insertMention(
  text: string,
  caret: number,
  { at, name }: { readonly at: number; readonly name: string },
): { text: string; caret: number } {
  const after = text.slice(caret)
  const put = `@${name}${/^\s/.test(after) ? '' : ' '}`
  return { text: text.slice(0, at) + put + after, caret: at + put.length }
}
