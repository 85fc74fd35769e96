/** Runs of a text that are code: fenced blocks, and spans between backticks. */
const code = /^([ \t]*)(```+|~~~+)[^\n]*\n[\s\S]*?^\s*\2[ \t]*$|(`+)[^`][\s\S]*?\3/gm

/** A link or picture of plain Markdown; an address may hold brackets, one deep, or stand between `<` and `>`. */
const inline = /(\]\()(<[^>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)/g

/** Changes the addresses of plain Markdown links outside of code; nothing clever, and no parser of the product. */
export function withLinks(text: string, change: (url: string) => string): string {
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
