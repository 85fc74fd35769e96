import type { Element } from 'hast'
import { h } from 'hastscript'
import type { Page } from '../model.ts'
import type { Texts } from '../texts/english.ts'
import { fill } from '../texts/texts.ts'
import { icon } from './icons.ts'

/** The button before the menu, which copies the page as Markdown. */
export function copyButton({ markdownHref }: Page, texts: Texts): Element[] {
  if (!markdownHref) return []
  const attributes = { 'data-copy-page': markdownHref, 'data-done': texts.copied }
  return [
    h('button.needs-js', { type: 'button', ...attributes, ariaLabel: texts.copyPage }, [
      icon('copy', 'i i-s'),
      h('span.split-label', texts.copyPage),
    ]),
  ]
}

/** The rows of an action in the menu of a page; none if the page does not offer it. */
export function actionRows(action: string, page: Page, texts: Texts): Element[] {
  switch (action) {
    case 'markdown':
      return link(texts.viewMarkdown, page.markdownHref)
    case 'pdf':
      // Rendering takes a CPU core for seconds, so crawlers should not start it.
      return link(texts.downloadPdf, page.pdfHref, { rel: 'nofollow' })
    case 'feed':
      return link(texts.subscribe, page.feedHref)
    case 'git':
      return link(editTitle(page.editHref, texts), page.editHref)
    case 'external-ai':
      return page.askUrl === undefined ? [] : askRows(page.askUrl, texts)
    case 'mcp':
      return page.mcp === undefined ? [] : connectRows(page.mcp, texts)
    default:
      return []
  }
}

const link = (title: string, href: string | undefined, attributes = {}): Element[] =>
  href ? [h('li', h('a', { href, ...attributes }, title))] : []

/** Services that answer questions about a page. Only a click on the link sends them anything. */
const services = { ChatGPT: 'https://chatgpt.com/?q=', Claude: 'https://claude.ai/new?q=' }

function askRows(url: string, texts: Texts): Element[] {
  const prompt = encodeURIComponent(fill(texts.askPrompt, { url }))
  const outside = { target: '_blank', rel: 'noopener noreferrer nofollow' }
  return Object.entries(services).flatMap(([service, address]) =>
    link(fill(texts.openIn, { service }), address + prompt, outside),
  )
}

/** Rows that copy the URL of the MCP server, and open the editors that can add it. */
function connectRows({ name, url }: NonNullable<Page['mcp']>, texts: Texts): Element[] {
  const attributes = { type: 'button', 'data-copy-text': url, 'data-done': texts.copied }
  const code = encodeURIComponent(JSON.stringify({ name, type: 'http', url }))
  const cursor = new URLSearchParams({ name, config: base64(JSON.stringify({ url })) })
  return [
    h('li', h('button.needs-js', attributes, h('span.split-label', texts.copyMcp))),
    ...link(fill(texts.connectTo, { editor: 'VS Code' }), `vscode:mcp/install?${code}`),
    ...link(
      fill(texts.connectTo, { editor: 'Cursor' }),
      `cursor://anysphere.cursor-deeplink/mcp/install?${cursor}`,
    ),
  ]
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

const hosts: Record<string, string> = {
  'github.com': 'GitHub',
  'gitlab.com': 'GitLab',
  'bitbucket.org': 'Bitbucket',
  'codeberg.org': 'Codeberg',
}

function editTitle(href: string | undefined, texts: Texts): string {
  const host = href && URL.canParse(href) ? hosts[new URL(href).hostname] : undefined
  return host ? fill(texts.editOn, { host }) : texts.edit
}
