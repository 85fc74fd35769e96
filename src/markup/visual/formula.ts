import { parseMarkdown } from '../parse.ts'

/** A block that is only a formula: its TeX, and what surrounds it. */
type FormulaBlock = { readonly before: string; readonly tex: string; readonly after: string }

const SOURCE = /^(\s*\$\$\s*)([\s\S]*?)(\s*\$\$\s*)$/

/** The formula of a block; null if the block is anything else. */
export function formulaIn(source: string): FormulaBlock | null {
  const [, before = '', tex = '', after = ''] = SOURCE.exec(source) ?? []
  return tex !== '' && isFormula(source) ? { before, tex, after } : null
}

function isFormula(source: string): boolean {
  const [paragraph, ...blocks] = parseMarkdown(source).children
  if (paragraph?.type !== 'paragraph' || blocks.length > 0) return false
  const [formula, ...more] = paragraph.children
  return formula?.type === 'formula' && more.length === 0
}

/** The source of a formula block with other TeX, between the same dollar signs; null if the TeX is empty. */
export function withFormula(source: string, tex: string): string | null {
  const { before, after } = formulaIn(source) ?? { before: '$$\n', after: '\n$$' }
  const lines = safeTex(tex)
    .split('\n')
    .filter((line) => line.trim() !== '')
  if (lines.length === 0) return null
  const ending = source.includes('\r\n') ? '\r\n' : '\n'
  const plain = lines.join(ending).trim()
  // Spaces mean nothing in TeX, and four of them keep a line from beginning a list or another block.
  const indented = lines.map((line) => line.trim()).join(`${ending}    `)
  const inOneLine = `$$${indented}$$`
  const candidates = [before + plain + after, before + indented + after, inOneLine]
  return candidates.find(isFormula) ?? inOneLine
}

/** The TeX of a formula within text, which has one line. In a table, vertical lines would end the cell. */
export function inlineTex(tex: string, isInTable: boolean): string {
  const line = safeTex(tex.replaceAll(/\s+/g, ' ')).trim()
  return isInTable ? line.replaceAll(/\\.|\|/g, (token) => verticalLines[token] ?? token).trim() : line
}

/** Commands for vertical lines. */
const verticalLines: Readonly<Record<string, string>> = { '|': '\\vert ', '\\|': '\\Vert ' }

/** The same TeX without two dollar signs in a row, and without one at its start or end. */
const safeTex = (tex: string): string =>
  tex
    .trim()
    .replaceAll(/\$(?=\$)/g, '$ ')
    .replace(/^\$/, (sign) => `{}${sign}`)
    .replace(/\$$/, (sign) => `${sign}{}`)
