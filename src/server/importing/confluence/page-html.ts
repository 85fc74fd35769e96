import type { Element, ElementContent, Root } from 'hast'
import {
  classesOf,
  element,
  elementsIn,
  firstIn,
  isElement,
  propertyText,
  textContent,
} from '#markup/from-html/elements.ts'

/**
 * Replaces the body of an exported page by its title, its content and the attachments that the content doesn’t show,
 * with macros as elements that other tools use too. Names of macros that are not understood are added to `unknown`.
 */
export function preparePage(tree: Root, unknown: Set<string>): void {
  const body = firstIn(tree, ({ tagName }) => tagName === 'body')
  const main = firstIn(tree, (node) => propertyText(node, 'id') === 'main-content')
  if (body === undefined || main === undefined) return
  const heading = firstIn(tree, (node) => propertyText(node, 'id') === 'title-text')
  const title = heading === undefined ? '' : pageTitle(textContent(heading))
  const lists = elementsIn(body, (node) => /\bgreybox\b/.test(classesOf(node)))
  nameThumbnails(main, lists)
  const content = convertAll(main.children, unknown)
  const shown = new Set(elementsIn(element('div', {}, content), isFile).map(addressOf))
  const attachments = lists
    .flatMap((list) => elementsIn(list, isFile))
    .filter((link) => !shown.has(addressOf(link)))
  body.properties = {}
  body.children = [
    element('article', {}, [
      ...(title === '' ? [] : [element('h1', {}, [text(title)])]),
      ...content,
      ...attachmentList(attachments),
    ]),
  ]
}

/** A file that is shown by a thumbnail, which exports lack, is a link with the name of the file instead. */
function nameThumbnails(main: Element, lists: readonly Element[]): void {
  const names = new Map(
    lists.flatMap((list) => elementsIn(list, isFile).map((link) => [addressOf(link), textContent(link)])),
  )
  for (const link of elementsIn(main, isFile)) {
    const isOnlyThumbnail = elementsIn(link, isThumbnail).length > 0 && textContent(link).trim() === ''
    if (link.tagName !== 'a' || !isOnlyThumbnail || isPicture(addressOf(link))) continue
    const name = propertyText(link, 'dataLinkedResourceDefaultAlias') || names.get(addressOf(link))
    link.children = [text(name || addressOf(link).split('/').at(-1) || addressOf(link))]
  }
}

const isThumbnail = (node: Element): boolean =>
  node.tagName === 'img' && propertyText(node, 'src').startsWith('attachments/thumbnails/')

const isPicture = (path: string): boolean => /\.(?:png|jpe?g|gif|svg|webp)$/i.test(path)

/** The title without the name of the space. */
export const pageTitle = (whole: string): string => whole.replace(/^.{1,255}? : /, '').trim()

const text = (value: string): ElementContent => ({ type: 'text', value })

const addressOf = (node: Element): string =>
  (propertyText(node, 'href') || propertyText(node, 'src')).replace(/[?#].*$/, '')

const isFile = (node: Element): boolean => addressOf(node).startsWith('attachments/')

function attachmentList(links: readonly Element[]): Element[] {
  const items = new Map(links.map((link) => [addressOf(link), textContent(link)]))
  if (items.size === 0) return []
  const rows = Array.from(items, ([href, name]) =>
    element('li', {}, [element('a', { href }, [text(name || href.split('/').at(-1) || href)])]),
  )
  return [element('h2', {}, [text('Attachments')]), element('ul', {}, rows)]
}

const convertAll = (nodes: readonly ElementContent[], unknown: Set<string>): ElementContent[] =>
  nodes.flatMap((node) => (isElement(node) ? convert(node, unknown) : [node]))

function convert(node: Element, unknown: Set<string>): ElementContent[] {
  const classes = ` ${classesOf(node)} `
  const has = (name: string): boolean => classes.includes(` ${name} `)
  const inside = () => convertAll(node.children, unknown)
  noteUnknown(node, has, unknown)
  if (has('toc-macro') || has('hidden') || node.tagName === 'style') return []
  if (has('confluence-information-macro')) return [informationMacro(node, unknown)]
  if (has('expand-container')) return [expand(node, unknown)]
  if (has('code') && has('panel')) return [codeMacro(node)]
  if (has('preformatted')) return [codeMacro(node)]
  if (has('panel')) return [panel(node, unknown)]
  if (has('jira-issue') && /Getting issue details/.test(textContent(node))) return issueKey(node, unknown)
  if (has('status-macro') || has('aui-lozenge')) return [element('strong', {}, [text(textContent(node))])]
  if (node.tagName === 'pre') return [codeElement(node, '')]
  if (node.tagName === 'img') return image(node, has)
  if (node.tagName === 'a') return link(node, has, inside())
  if (node.tagName === 'li' && propertyText(node, 'dataInlineTaskId') !== '')
    return [task(node, has, inside())]
  return [{ ...node, children: inside() }]
}

/** The link to an issue whose title and state the export doesn’t have. */
function issueKey(node: Element, unknown: Set<string>): ElementContent[] {
  const key = firstIn(node, ({ tagName }) => tagName === 'a')
  return key === undefined ? [] : convert(key, unknown)
}

const KINDS: readonly (readonly [name: string, kind: string])[] = [
  ['confluence-information-macro-warning', 'danger'],
  ['confluence-information-macro-note', 'warning'],
  ['confluence-information-macro-tip', 'tip'],
]

function informationMacro(node: Element, unknown: Set<string>): Element {
  const classes = classesOf(node).split(' ')
  const kind = KINDS.find(([name]) => classes.includes(name))?.[1] ?? 'note'
  const title = node.children.find((child) => isElement(child) && /\btitle\b/.test(classesOf(child)))
  const body = firstIn(node, (child) => classesOf(child).includes('confluence-information-macro-body'))
  return hint(kind, title !== undefined && isElement(title) ? textContent(title) : '', body, unknown)
}

/** A hint in the markup of other tools. Its kind is a class of its own, and “note” is not one of the styles. */
function hint(kind: string, title: string, body: Element | undefined, unknown: Set<string>): Element {
  const head = title === '' ? [] : [element('p', { className: ['admonition-title'] }, [text(title)])]
  const content = body === undefined ? [] : convertAll(body.children, unknown)
  return element('div', { className: ['admonition', kind] }, [...head, ...content])
}

function panel(node: Element, unknown: Set<string>): Element {
  const part = (name: string) =>
    firstIn(node, (child) => classesOf(child).split(' ').includes(name.toLowerCase()))
  const header = part('panelHeader')
  const body = part('panelContent')
  return hint('note', header === undefined ? '' : textContent(header), body ?? node, unknown)
}

function expand(node: Element, unknown: Set<string>): Element {
  const part = (name: string) => firstIn(node, (child) => classesOf(child).split(' ').includes(name))
  const title = part('expand-control-text')
  const content = part('expand-content')
  return element('details', {}, [
    element('summary', {}, [text(title === undefined ? 'Details' : textContent(title))]),
    ...(content === undefined ? [] : convertAll(content.children, unknown)),
  ])
}

function codeMacro(node: Element): Element {
  const header = firstIn(node, (child) => classesOf(child).split(' ').includes('panelheader'))
  const code = firstIn(node, ({ tagName }) => tagName === 'pre')
  return codeElement(code ?? node, header === undefined ? '' : textContent(header))
}

const LANGUAGES: Readonly<Record<string, string>> = {
  'c#': 'csharp',
  js: 'javascript',
  none: '',
  plain: '',
  text: '',
  actionscript3: 'actionscript',
}

function codeElement(code: Element, title: string): Element {
  const written =
    /\bbrush:\s*([\w#+-]{1,40})/.exec(propertyText(code, 'dataSyntaxhighlighterParams'))?.[1] ?? ''
  const name = written.toLowerCase()
  const language = LANGUAGES[name] ?? name
  const className = language === '' ? [] : [`language-${language}`]
  const dataTitle = title === '' ? undefined : title
  return element('pre', { dataTitle }, [element('code', { className }, code.children)])
}

function image(node: Element, has: (name: string) => boolean): ElementContent[] {
  if (has('emoticon')) return [text(propertyText(node, 'dataEmojiFallback') || propertyText(node, 'alt'))]
  const [original, shown] = [propertyText(node, 'dataImageSrc'), propertyText(node, 'src')]
  const src = (original.startsWith('attachments/') ? original : shown).replace(/\?.*$/, '')
  if (/^images\/|^\/?aa-avatar\//.test(src) || has('userLogo')) return []
  const name = propertyText(node, 'dataLinkedResourceDefaultAlias')
  return [
    element('img', { src, alt: propertyText(node, 'alt') || name, title: propertyText(node, 'title') }, []),
  ]
}

function link(node: Element, has: (name: string) => boolean, children: ElementContent[]): ElementContent[] {
  // People and pages that were not there have no address outside of the product.
  if (has('confluence-userlink') || has('user-mention') || has('createlink')) return children
  const href = propertyText(node, 'href')
  if (/^\/(?:wiki\/)?(?:people|label|display\/~)\b/.test(href)) return children
  const showsPicture =
    href.startsWith('attachments/') && firstIn(node, ({ tagName }) => tagName === 'img') !== undefined
  return showsPicture && isPicture(addressOf(node)) ? children : [{ ...node, children }]
}

function task(node: Element, has: (name: string) => boolean, children: ElementContent[]): Element {
  const box = element('input', { type: 'checkbox', checked: has('checked') }, [])
  return element('li', {}, [box, text(' '), ...children])
}

/** Macros whose content is understood, or is only arranged. */
const KNOWN = new Set(
  'info note warning tip information panel code noformat expand toc status anchor section column excerpt excerpt-include include details children attachments gallery view-file viewpdf viewdoc viewxls viewppt profile mention tasklist jira date emoji image'.split(
    ' ',
  ),
)

/** Classes of macros that are only a picture or nothing in an export. */
const APPS =
  /^(?:gliffy|drawio|plantuml|lucidchart|balsamiq|chart|roadmap|livesearch|pagetree|calendar|poll)\b/

function noteUnknown(node: Element, has: (name: string) => boolean, unknown: Set<string>): void {
  const name = propertyText(node, 'dataMacroName').toLowerCase()
  if (name !== '' && !KNOWN.has(name)) unknown.add(name.slice(0, 60))
  if (has('jira-issue') || has('jira-table') || has('jira-issues')) unknown.add('jira')
  if (has('wysiwyg-unknown-macro') || has('unknown-macro') || (node.tagName === 'div' && has('error')))
    unknown.add(textContent(node).slice(0, 60) || 'unknown')
  for (const one of classesOf(node).split(/\s+/)) {
    const app = APPS.exec(one.replace(/^(?:plugin_|ap-|conf-)/, ''))?.[0]
    if (app !== undefined) unknown.add(app)
  }
}
