/** Code in a text: fenced blocks and code spans. */
const code = /^([ \t]*)(```+|~~~+)[^\n]*\n[\s\S]*?^\s*\2[ \t]*$|(`+)[^`][\s\S]*?\3/gm

/** A link or image of plain Markdown. A URL may contain balanced parentheses, one level deep, or be in `<` and `>`. */
const inline = /(\]\()(<[^>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)/g

/** Changes the URLs of plain Markdown links outside of code, without the parser of the product. */
export function mapLinks(text: string, change: (url: string) => string): string {
  let result = ''
  let from = 0
  const plain = (part: string) =>
    part.replace(inline, (_, open: string, url: string) => {
      const changed = change(url.replace(/^<|>$/g, ''))
      return open + (/[\s()]/.test(changed) ? `<${changed}>` : changed)
    })
  for (const match of text.matchAll(code)) {
    result += plain(text.slice(from, match.index)) + match[0]
    from = match.index + match[0].length
  }
  return result + plain(text.slice(from))
}
