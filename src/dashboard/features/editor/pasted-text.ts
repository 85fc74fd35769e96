const formatting =
  /<(?:a\s[^>]*href|strong|em|h[1-6]|ul|ol|li|table|img|pre|code|blockquote|hr|del|s|mark|sub|sup|kbd)\b/i
const styled = /<(?:b|i)[\s>]|style="[^"]*(?:font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic)/i
/** Google wraps whatever is copied in a `b` that says nothing. */
const sayingNothing = /<b\s[^>]*font-weight:\s*normal[^>]*>/gi

/** Whether HTML of the clipboard says more than its text does. Code editors only send their colours. */
export function isRich(html: string, types: readonly string[]): boolean {
  if (html === '' || types.some((type) => type.startsWith('vscode'))) return false
  const isCodeEditor =
    /font-family:[^"]*(?:monospace|menlo|consolas|courier)[^"]*;[^"]*white-space:\s*pre/i.test(html)
  return !isCodeEditor && (formatting.test(html) || styled.test(html.replace(sayingNothing, '')))
}

/** A link, when an address is pasted over words that are none themselves. */
export function linkOver(chosen: string, pasted: string): string | null {
  const url = pasted.trim()
  if (chosen.trim() === '' || chosen.includes('\n') || !isAddress(url) || isAddress(chosen.trim()))
    return null
  return `[${chosen}](${/[()]/.test(url) ? `<${url}>` : url})`
}

const isAddress = (text: string): boolean => /^(?:https?:\/\/|mailto:)\S+$/i.test(text)

/** Cells of a spreadsheet, parted by tabs, as a table whose first row is the head. */
export function tableOf(text: string): string | null {
  const rows = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => line.split('\t'))
  const columns = rows[0]?.length ?? 0
  const isTable = rows.length > 1 && columns > 1 && rows.every((row) => row.length === columns)
  // Lines of code are set in by tabs.
  if (!isTable || rows.every(([first]) => first === '')) return null
  const lines = rows.map((row) => `| ${row.map(cellOf).join(' | ')} |`)
  return lines.toSpliced(1, 0, `| ${row(columns, '---')} |`).join('\n')
}

const row = (columns: number, cell: string): string => Array.from({ length: columns }, () => cell).join(' | ')

const cellOf = (text: string): string => text.trim().replaceAll('\\', '\\\\').replaceAll('|', '\\|')
