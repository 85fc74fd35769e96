import type { PageNode } from '../content/snapshot.ts'

/** Writes the table of contents: nested lists, groups as headings, links with their addresses. */
export function summaryOf(roots: readonly PageNode[], pages: ReadonlyMap<string, string>): string {
  const lines = ['# Table of contents', '']
  let isInGroup = false
  for (const node of roots) {
    if (node.entry.type === 'group') {
      if (lines.at(-1) !== '') lines.push('')
      lines.push(`## ${escaped(node.entry.title)}`, '', ...listOf(node.pages, pages, ''))
      isInGroup = true
      continue
    }
    if (isInGroup) lines.push('', '---', '')
    isInGroup = false
    lines.push(...listOf([node], pages, ''))
  }
  return `${lines.join('\n')}\n`
}

function listOf(nodes: readonly PageNode[], pages: ReadonlyMap<string, string>, indent: string): string[] {
  return nodes.flatMap((node) => {
    const { entry } = node
    const target = entry.type === 'link' ? addressOf(entry.target) : encoded(pages.get(entry.id))
    const title = escaped(entry.title)
    const own = `${indent}* ${target === null ? title : `[${title}](${target})`}`
    return [own, ...listOf(node.pages, pages, `${indent}  `)]
  })
}

function addressOf(target: PageNode['entry']['target']): string | null {
  const url = target?.kind === 'url' ? target.url : undefined
  return typeof url === 'string' ? `<${url.replace(/[<>\n]/g, encodeURIComponent)}>` : null
}

const encoded = (path: string | undefined): string | null =>
  path === undefined ? null : path.split('/').map(encodeURIComponent).join('/').replace(/[()]/g, escape)

const escape = (sign: string): string => `%${sign.charCodeAt(0).toString(16)}`

/** A title as Markdown that means exactly its characters. */
export const escaped = (text: string): string =>
  text.replace(/[\\`*_[\]<>&#~|$!{}]/g, '\\$&').replace(/\n/g, ' ')
