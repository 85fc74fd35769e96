import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'

/** The languages of the code blocks of a page, for `prepare` of the highlighter. */
export function languagesOf(root: Root): Set<string> {
  const languages = new Set<string>()
  visit(root, (node) => {
    if (node.type === 'code' && node.lang) languages.add(languageOfFence(node.lang))
    if (node.type !== 'html') return
    for (const match of node.value.matchAll(/\blanguage-([\w+#-]+)/g))
      languages.add(languageOfFence(match[1] ?? ''))
  })
  return languages
}

/** Whether a page has formulas, so that the formula renderer must be loaded. */
export function hasFormulas(root: Root): boolean {
  let isFound = false
  visit(root, 'formula', () => {
    isFound = true
    return false
  })
  return isFound
}

/** The language in the info string of a fence, such as `js title="x"` or `js{1,3}`. */
export function languageOfFence(info: string): string {
  return info.split(/[\s,:{]/)[0]?.toLowerCase() ?? ''
}
