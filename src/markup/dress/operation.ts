import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import type { ApiOperation } from '#contract/openapi-operations.ts'
import { anchorOfOperation } from '../api-blocks.ts'
import { samplesOf } from '../api-samples.ts'
import { plainCode } from './code.ts'
import type { Dresser } from './dresser.ts'
import { partDetails, partsList, sign } from './schema-parts.ts'
import { type Panel, tabsOf } from './tabs.ts'

/** An operation of an API: words on one side, what goes over the wire on the other. */
export function drawnOperation(operation: ApiOperation, dresser: Dresser): Element {
  const { method, path, server = '', summary, description, deprecated } = operation
  const { labels } = dresser
  const line = [
    h('span', { className: ['method', method] }, method.toUpperCase()),
    h('span', pathOf(`${server}${path}`)),
    ...(deprecated ? [h('span', { className: ['op-flag'] }, labels.deprecated)] : []),
  ]
  const words = [
    ...(description === undefined ? [] : dresser.prose(description)),
    ...securityOf(operation, dresser),
    ...parametersOf(operation, dresser),
    ...bodyOf(operation, dresser),
    ...responsesOf(operation, dresser),
  ]
  const wire = [
    tabsOf(samplePanels(operation, dresser), dresser, dresser.named(labels.codeSamples)),
    ...(operation.responses.length === 0
      ? []
      : [tabsOf(responsePanels(operation, dresser), dresser, dresser.named(labels.responseExamples))]),
  ]
  const name = dresser.named(summary ?? `${method.toUpperCase()} ${path}`)
  const id = dresser.claim(anchorOfOperation(operation))
  return h('section', { className: ['op'], id, ariaLabel: name }, [
    ...(summary === undefined ? [] : [h('p', { className: ['op-title'] }, summary)]),
    h('p', { className: ['op-line'] }, line),
    h('div', { className: ['op-grid'] }, h('div', words), h('div', wire)),
  ])
}

/** An address with its host and its parameters set off. */
export function pathOf(path: string): ElementContent[] {
  const host = /^https?:\/\/[^/]+/i.exec(path)?.[0] ?? ''
  const parts = path.slice(host.length).split(/(\{[^{}]*\})/)
  return [
    ...(host ? [h('span', { className: ['host'] }, host)] : []),
    ...parts.map(
      (part): ElementContent =>
        part.startsWith('{') ? h('span', { className: ['var'] }, part) : { type: 'text', value: part },
    ),
  ]
}

const heading = (words: string) => h('h3', { className: ['op-h'] }, words)

function securityOf({ security }: ApiOperation, { labels }: Dresser): ElementContent[] {
  if (security.length === 0) return []
  const lines = security.map(({ name, kind, scheme, in: where, parameter, scopes }) => {
    const how = kind === 'apiKey' ? [parameter, where].filter(Boolean).join(', ') : (scheme ?? kind)
    const asked = scopes
      ? [
          h(
            'dd',
            scopes.flatMap((scope, at) => [at === 0 ? '' : ', ', h('code', scope)]),
          ),
        ]
      : []
    return h('div', [h('dt', [h('code', name), ` ${how}`]), ...asked])
  })
  return [heading(labels.authorization), h('dl', { className: ['params'] }, lines)]
}

function parametersOf({ parameters }: ApiOperation, dresser: Dresser): ElementContent[] {
  const { labels } = dresser
  const titles = {
    path: labels.pathParameters,
    query: labels.queryParameters,
    header: labels.headers,
    cookie: labels.cookies,
  }
  return (['path', 'query', 'header', 'cookie'] as const).flatMap((place) => {
    const parts = parameters.flatMap((one) => (one.in === place ? [one.part] : []))
    return parts.length === 0 ? [] : [heading(titles[place]), partsList(parts, dresser)]
  })
}

function bodyOf({ body }: ApiOperation, dresser: Dresser): ElementContent[] {
  if (body === undefined) return []
  const { labels } = dresser
  const title = h('h3', { className: ['op-h'] }, [
    labels.body,
    ...(body.required ? [' ', h('span', { className: ['req'] }, labels.required)] : []),
  ])
  return [
    title,
    ...(body.description === undefined ? [] : dresser.prose(body.description)),
    ...contentsOf(body.contents, dresser),
  ]
}

/** The first kind of content in full; of the others their names and what is different. */
function contentsOf(
  contents: NonNullable<ApiOperation['body']>['contents'],
  dresser: Dresser,
): ElementContent[] {
  return contents.flatMap(({ mediaType, schema }, index) => {
    const isRepeated = index > 0 && JSON.stringify(schema) === JSON.stringify(contents[0]?.schema)
    const kind = h('p', { className: ['op-kind'] }, h('code', mediaType))
    return schema === undefined || isRepeated ? [kind] : [kind, ...partDetails(schema, dresser)]
  })
}

function responsesOf({ responses }: ApiOperation, dresser: Dresser): ElementContent[] {
  if (responses.length === 0) return []
  const { labels } = dresser
  const drawn = responses.map(({ status, description, headers = [], contents }) => {
    const inner = [
      ...(headers.length === 0 ? [] : [heading(labels.headers), partsList(headers, dresser)]),
      ...contentsOf(contents, dresser),
    ]
    const words = description === undefined ? [] : dresser.prose(description)
    const head = [statusOf(status)]
    if (inner.length === 0) return h('div', { className: ['op-status'] }, [h('p', head), ...words])
    return h('details', { className: ['op-status'] }, [
      h('summary', [sign(), ...head, h('span', { className: ['op-says'] }, firstLine(description))]),
      h('div', [...(isLong(description) ? words : []), ...inner]),
    ])
  })
  return [heading(labels.responses), ...drawn]
}

const firstLine = (text = '') => (isLong(text) ? '' : text.trim())
/** More than fits beside the status. */
const isLong = (text = '') => text.length > 100 || /[\n*_`[<{]/.test(text.trim())

const statusOf = (status: string) =>
  h('span', { className: ['status', /^[123]/.test(status) ? 'ok' : 'no'] }, status)

const samplePanels = (operation: ApiOperation, dresser: Dresser): Panel[] =>
  samplesOf(operation).map(({ title, language, code }) => ({
    title,
    content: [plainCode(code, language, dresser)],
  }))

const responsePanels = ({ responses }: ApiOperation, dresser: Dresser): Panel[] =>
  responses.map(({ status, contents }) => {
    const shown = contents.find(({ example }) => example !== undefined)
    const language = /json/i.test(shown?.mediaType ?? '')
      ? 'json'
      : /xml/i.test(shown?.mediaType ?? '')
        ? 'xml'
        : ''
    return {
      title: [statusOf(status)],
      content:
        shown?.example === undefined
          ? [h('p', { className: ['op-empty'] }, dresser.labels.noBody)]
          : [plainCode(shown.example, language, dresser)],
    }
  })
