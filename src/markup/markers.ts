import type { ElementContent, Properties } from 'hast'
import type { Code, Heading, Html, Nodes, Root, RootContent } from 'mdast'
import type { Handler, Handlers, State } from 'mdast-util-to-hast'
import { namesOperation } from './api-blocks.ts'
import { headingsOf } from './headings.ts'
import { languageOfFence } from './languages.ts'
import type { BlockTag } from './nodes.ts'
import type { MarkerName } from './schema.ts'
import { INTEGRATION } from './tags.ts'
import { plainTextOf } from './text.ts'
import { type PageUpdate, updatesOf } from './updates.ts'

/** A custom block on its way from Markdown to HTML. Its content is parsed as HTML separately from what surrounds it. */
export interface Marker {
  type: 'marker'
  name: MarkerName
  properties: Properties
  children: ElementContent[]
}

declare module 'hast' {
  interface ElementContentMap {
    marker: Marker
  }
  interface RootContentMap {
    marker: Marker
  }
}

export interface MarkerOptions {
  isShown: (expression: string) => boolean
  /** If false, raw HTML is shown as text. */
  trustsHtml: boolean
}

/** Handlers that turn custom nodes into markers. */
export function markerHandlers(root: Root, options: MarkerOptions): Handlers {
  const anchors = new Map(headingsOf(root).map(({ node, anchor }) => [node, anchor]))
  const updates = new Map(updatesOf(root).map((update) => [update.node, update]))
  const source = root.data?.source ?? ''
  const notes: string[] = []
  return {
    blockTag(state: State, node: BlockTag) {
      const update = updates.get(node)
      if (update) return updateOf(state, update)
      return node.name === 'prompt' ? promptOf(node, source) : blockOf(state, node, options)
    },
    code: (_state: State, node: Code) => codeOf(node, {}),
    formula: (_state: State, node: { value: string }) => marker('Formula', {}, [text(node.value)]),
    heading: (state: State, node: Heading) =>
      marker('Heading', { level: node.depth, anchor: anchors.get(node) ?? '' }, state.all(node)),
    html: (_state: State, { value }: Html) => (options.trustsHtml ? { type: 'raw', value } : text(value)),
    footnoteReference: (_state: State, { identifier }: { identifier: string }) => noteRef(identifier, notes),
    footnotes: (state: State) => notesOf(state, notes, source.includes('#user-content-fn-')),
  } satisfies Record<string, Handler>
}

export function marker(name: MarkerName, properties: Properties, children: ElementContent[]): Marker {
  return { type: 'marker', name, properties, children }
}

const text = (value: string): ElementContent => ({ type: 'text', value })

function blockOf(state: State, node: BlockTag, options: MarkerOptions): ElementContent[] | ElementContent {
  const { attributes } = node
  const children = () => state.all(node)
  switch (node.name) {
    case 'hint':
      return marker('Hint', { kind: attributes.style ?? 'info', icon: attributes.icon ?? '' }, children())
    case 'tabs':
      return marker('Tabs', {}, children())
    case 'tab':
      return marker('Tab', { label: attributes.title ?? '', icon: attributes.icon ?? '' }, children())
    case 'stepper':
      return marker('Stepper', {}, children())
    case 'step':
      return marker('Step', {}, children())
    case 'columns':
      return marker('Columns', {}, children())
    case 'column':
      return marker('Column', {}, children())
    case 'content-ref':
      return marker('Ref', { href: attributes.url ?? '' }, children())
    case 'embed':
      return marker('Embed', { href: attributes.url ?? '' }, children())
    case 'file':
      return marker('File', { href: attributes.src ?? attributes.url ?? '' }, children())
    case 'code':
      return node.children.flatMap((child) => titledCode(state, child, node))
    case 'if':
      return options.isShown(attributes.expression ?? '') ? children() : []
    case 'include':
      return []
    case 'integration':
      return integrationOf(node)
    case 'openapi-schemas': {
      const { spec = attributes.src ?? '', schemas = '' } = attributes
      return marker('ApiSchemas', { spec, schemas }, children())
    }
    case 'updates':
      return marker('Updates', { format: attributes.format ?? '' }, children())
    case 'update':
    case 'swagger-description':
      return children()
    case 'openapi':
    case 'openapi-webhook':
    case 'swagger':
    case 'swagger-parameter':
    case 'swagger-response':
      return apiOf(state, node)
    default:
      return apiMethodOf(state, node)
  }
}

function updateOf(state: State, { node, anchor, date, tags, title }: PageUpdate): Marker {
  const label = node.attributes.title ? title : ''
  return marker('Update', { anchor, date, label, tagNames: tags.join(',') }, state.all(node))
}

/** A prompt is shown and copied as it is written. */
function promptOf({ attributes, children }: BlockTag, source: string): Marker {
  const [only, ...more] = children
  const [start, end] = [only?.position?.start.offset, children.at(-1)?.position?.end.offset]
  const prompt = only?.type === 'code' && more.length === 0 ? only.value : source.slice(start, end)
  const { description = '', icon = '', defaultexpanded = '' } = attributes
  return marker('Prompt', { label: description, icon, visibility: defaultexpanded }, [
    text(only === undefined ? '' : prompt),
  ])
}

function apiOf(state: State, { name, attributes, ...node }: BlockTag): ElementContent {
  const children = state.all({ ...node, name, attributes })
  if (name === 'swagger-parameter') {
    const kind = [attributes.type, attributes.in].filter(Boolean).join(', ')
    return marker(
      'Parameter',
      { label: attributes.name ?? '', kind, required: isSet(attributes.required) },
      children,
    )
  }
  if (name === 'swagger-response') {
    const status = [attributes.status, attributes.description].filter(Boolean).join(' ')
    return marker('Parameter', { label: status, kind: '', required: false }, children)
  }
  const path = `${attributes.baseurl ?? ''}${attributes.path ?? attributes.name ?? ''}`
  const spec = namesOperation(name) ? (attributes.spec ?? attributes.src ?? '') : ''
  return marker(
    'Api',
    { spec, method: attributes.method ?? '', path, label: attributes.summary ?? '' },
    children,
  )
}

/** A block of another service as its source or a link, so that nothing is loaded from there. */
function integrationOf({ attributes }: BlockTag): Marker[] {
  const { url = '', content = '' } = attributes
  if (/^https?:/i.test(url)) return [marker('Embed', { href: url }, [])]
  const language = /^@mermaid\//.test(attributes[INTEGRATION] ?? '') ? 'mermaid' : ''
  return content === '' ? [] : [codeOf({ type: 'code', lang: language, value: content }, {})]
}

const parameterGroups: Partial<Record<BlockTag['name'], string>> = {
  'api-method-path-parameters': 'pathParameters',
  'api-method-query-parameters': 'queryParameters',
  'api-method-headers': 'headers',
  'api-method-cookies': 'cookies',
  'api-method-body-parameters': 'body',
  'api-method-form-data-parameters': 'body',
}

/** An operation in the older form, whose parts are tags. */
function apiMethodOf(state: State, node: BlockTag): ElementContent[] {
  const { name, attributes, children } = node
  if (name === 'api-method') {
    const summary = children.find((child) => child.type === 'blockTag' && child.name === 'api-method-summary')
    const label = summary ? plainTextOf(summary).trim() : ''
    const { method = '', host = '', path = '' } = attributes
    const content = state.all({ ...node, children: children.filter((child) => child !== summary) })
    return [marker('Api', { spec: '', method, path: unescaped(host + path), label }, content)]
  }
  const content = state.all(node)
  if (name === 'api-method-parameter') {
    const { name: label = '', type: kind = '', required } = attributes
    return [marker('Parameter', { label: unescaped(label), kind, required: isSet(required) }, content)]
  }
  if (name === 'api-method-response-example')
    return [marker('Parameter', { label: attributes.httpcode ?? '', kind: '', required: false }, content)]
  const kind = parameterGroups[name]
  return kind === undefined ? content : [marker('Parameters', { kind }, content)]
}

/** Older attributes escape characters as Markdown does. */
const unescaped = (value: string): string => value.replace(/\\(?=[_*[\]{}])/g, '')

function titledCode(state: State, child: RootContent, { attributes }: BlockTag): ElementContent[] {
  if (child.type === 'code') return [codeOf(child, attributes)]
  const nodes = state.one(child, undefined)
  if (nodes === undefined) return []
  return (Array.isArray(nodes) ? nodes : [nodes]).filter(isContent)
}

function isContent(node: Nodes | ElementContent | { type: string }): node is ElementContent {
  return ['comment', 'element', 'marker', 'raw', 'text'].includes(node.type)
}

const isSet = (value: string | undefined) => value !== undefined && value !== 'false'

function codeOf(node: Code, attributes: Record<string, string>): Marker {
  const meta = node.meta ?? ''
  const title =
    attributes.title ?? /\b(?:title|filename)=(?:"([^"]*)"|(\S+))/.exec(meta)?.slice(1).find(Boolean)
  const properties = {
    language: languageOfFence(node.lang ?? ''),
    label: title ?? '',
    numbered: isSet(attributes.linenumbers) || /\b(?:lineNumbers|showLineNumbers)\b(?!=.?false)/i.test(meta),
    wraps: attributes.overflow === 'wrap',
    marked: /\{([\d,\s-]+)\}/.exec(meta)?.[1] ?? '',
  }
  return marker('Code', properties, [text(node.value)])
}

function noteRef(identifier: string, notes: string[]): Marker {
  const index = notes.indexOf(identifier)
  if (index < 0) notes.push(identifier)
  return marker('NoteRef', { number: index < 0 ? notes.length : index + 1, again: index >= 0 }, [])
}

/**
 * Footnotes may refer to further footnotes, so the list grows during iteration. Annotated words link to them by label.
 */
function notesOf(state: State, notes: string[], isLinked: boolean): ElementContent[] {
  const list: ElementContent[] = []
  for (let index = 0; index < notes.length; index++) {
    const definition = state.footnoteById.get(notes[index]?.toUpperCase() ?? '')
    list.push(
      marker(
        'Note',
        { label: isLinked ? (notes[index] ?? '') : '', number: index + 1 },
        definition ? state.all(definition) : [],
      ),
    )
  }
  return list.length > 0 ? [marker('Notes', {}, list)] : []
}
