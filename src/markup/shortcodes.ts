import type { Element, Root } from 'hast'

/** The emoji with a name such as `rocket`, undefined if there is none. */
export type EmojiNamed = (name: string) => string | undefined

/** Names of emoji between colons, such as `:rocket:`, but not within words or times. */
const SHORTCODE = /(?<![\p{L}\p{N}_]):([a-z0-9_+-]{1,60}):(?![\p{L}\p{N}_])/gu

/** Whether a Markdown text may have shortcodes, also with escaped underscores. */
export const mayContainShortcodes = (markdown: string): boolean => /:[a-z0-9+-][\w+\\-]*:/.test(markdown)

/** A text with emoji instead of their shortcodes. Other words between colons stay. */
export const withEmoji = (text: string, emojiNamed: EmojiNamed): string =>
  text.includes(':') ? text.replace(SHORTCODE, (code, name: string) => emojiNamed(name) ?? code) : text

export type Shortcode = { readonly name: string; readonly emoji: string }

/** A text in pieces: its shortcodes, and the texts between them. */
export function splitAtShortcodes(text: string, emojiNamed: EmojiNamed): (string | Shortcode)[] {
  const pieces: (string | Shortcode)[] = []
  let at = 0
  for (const { 0: code, 1: name = '', index } of text.matchAll(SHORTCODE)) {
    const emoji = emojiNamed(name)
    if (emoji === undefined) continue
    if (index > at) pieces.push(text.slice(at, index))
    pieces.push({ name, emoji })
    at = index + code.length
  }
  if (at < text.length) pieces.push(text.slice(at))
  return pieces
}

/** The names of emoji, loaded with the first text that needs them. */
export const loadEmoji = async (): Promise<EmojiNamed> => (await import('./emoji.ts')).emojiNamed

/** Text in these elements is shown as it is written. */
const literal = new Set(['code', 'pre', 'kbd', 'samp', 'math'])

/** Replaces the shortcodes in rendered text, except in code and formulas. */
export function replaceShortcodes(node: Root | Element, emojiNamed: EmojiNamed): void {
  for (const child of node.children) {
    if (child.type === 'text') child.value = withEmoji(child.value, emojiNamed)
    else if (child.type === 'element' && !literal.has(child.tagName)) replaceShortcodes(child, emojiNamed)
  }
}
