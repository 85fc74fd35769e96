import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'

/** The languages in which the code of a page says it is written, for `prepare` of the highlighter. */
export function languagesOf(root: Root): Set<string> {
  const languages = new Set<string>()
  visit(root, (node) => {
    if (node.type === 'code' && node.lang) languages.add(languageNamed(node.lang))
    if (node.type !== 'html') return
    for (const match of node.value.matchAll(/\blanguage-([\w+#-]+)/g))
      languages.add(languageNamed(match[1] ?? ''))
  })
  return languages
}

/** Whether a page has formulas, for which their drawer is loaded. */
export function hasFormulas(root: Root): boolean {
  let found = false
  visit(root, 'formula', () => {
    found = true
    return false
  })
  return found
}

/** The language in the first words of a fence, `js title="x"` or `js{1,3}`. */
export function languageNamed(info: string): string {
  return info.split(/[\s,:{]/)[0]?.toLowerCase() ?? ''
}
