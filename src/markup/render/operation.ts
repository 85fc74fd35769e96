import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import type { ApiOperation } from '#contract/openapi-operations.ts'
import { operationAnchor } from '../api-blocks.ts'
import { apiRequestOf, credentialsOf } from '../api-request.ts'
import { samplesOf } from '../api-samples.ts'
import { plainCode } from './code.ts'
import type { RenderContext } from './context.ts'
import { chevron, partDetails, partsList } from './schema-parts.ts'
import { type Panel, tabsOf } from './tabs.ts'

/** The same word in all languages. */
const WEBHOOK = 'Webhook'

/** An API operation or a webhook: descriptions on one side, samples of requests and responses on the other. */
export function renderOperation(operation: ApiOperation, context: RenderContext): Element {
  const { method, path, server = '', webhook, summary, description, deprecated } = operation
  const { labels } = context
  const line = [
    h('span', { className: ['method', method] }, method.toUpperCase()),
    h('span', renderPath(`${server}${path}`)),
    ...(webhook ? [h('span', { className: ['op-flag'] }, WEBHOOK)] : []),
    ...(deprecated ? [h('span', { className: ['op-flag'] }, labels.deprecated)] : []),
    ...tryButton(operation, context),
  ]
  const descriptions = [
    ...(description === undefined ? [] : context.renderProse(description)),
    ...securityOf(operation, context),
    ...parametersOf(operation, context),
    ...bodyOf(operation, context),
    ...responsesOf(operation, context),
  ]
  const panels = samplePanels(operation, context)
  const samples = [
    ...(panels.length === 0 ? [] : [tabsOf(panels, context, context.uniqueName(labels.codeSamples))]),
    ...(operation.responses.length === 0
      ? []
      : [tabsOf(responsePanels(operation, context), context, context.uniqueName(labels.responseExamples))]),
  ]
  const name = context.uniqueName(summary ?? `${method.toUpperCase()} ${path}`)
  const id = context.claimId(operationAnchor(operation))
  return h('section', { className: ['op'], id, ariaLabel: name }, [
    ...(summary === undefined ? [] : [h('h3', { className: ['op-title'] }, summary)]),
    h('p', { className: ['op-line'] }, line),
    h('div', { className: ['op-grid'] }, h('div', descriptions), h('div', samples)),
  ])
}

/** Shown by the script, which sends the request. */
function tryButton(operation: ApiOperation, { labels }: RenderContext): Element[] {
  const request = apiRequestOf(operation, labels)
  if (request === null) return []
  const data = { dataRequest: JSON.stringify(request) }
  return [
    h(
      'button',
      { type: 'button', className: ['button', 'is-small', 'op-try'], hidden: true, ...data },
      labels.tryIt,
    ),
  ]
}

/** A URL with its host and its parameters marked up. */
export function renderPath(path: string): ElementContent[] {
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

const heading = (title: string) => h('h4', { className: ['op-h'] }, title)

type Schemes = ApiOperation['security']

/** The first alternative, and the others below it. */
function securityOf(
  { security, securityAlternatives = [] }: ApiOperation,
  { labels }: RenderContext,
): ElementContent[] {
  const alternatives = [security, ...securityAlternatives]
  if (alternatives.every((schemes) => schemes.length === 0)) return []
  return [
    heading(labels.authorization),
    ...alternatives.flatMap((schemes, index) => [
      ...(index === 0 ? [] : [h('p', { className: ['op-kind'] }, labels.or)]),
      schemes.length === 0
        ? h('p', { className: ['op-kind'] }, labels.noAuthorization)
        : schemesList(schemes),
    ]),
  ]
}

function schemesList(schemes: Schemes): ElementContent {
  const lines = schemes.map((one) => {
    const { name, kind, scheme, in: where, parameter, scopes } = one
    const credentials = credentialsOf(one)
    const method = kind === 'apiKey' ? [parameter, where].filter(Boolean).join(', ') : (scheme ?? kind)
    const scopeList = scopes
      ? [
          h(
            'dd',
            scopes.flatMap((scope, at) => [at === 0 ? '' : ', ', h('code', scope)]),
          ),
        ]
      : []
    const toSend = credentials === null ? [] : [h('dd', h('code', credentials))]
    return h('div', [h('dt', [h('code', name), ` ${method}`]), ...toSend, ...scopeList])
  })
  return h('dl', { className: ['params'] }, lines)
}

function parametersOf({ parameters }: ApiOperation, context: RenderContext): ElementContent[] {
  const { labels } = context
  const titles = {
    path: labels.pathParameters,
    query: labels.queryParameters,
    header: labels.headers,
    cookie: labels.cookies,
  }
  return (['path', 'query', 'header', 'cookie'] as const).flatMap((location) => {
    const parts = parameters.flatMap((one) => (one.in === location ? [one.part] : []))
    return parts.length === 0 ? [] : [heading(titles[location]), partsList(parts, context)]
  })
}

function bodyOf({ body }: ApiOperation, context: RenderContext): ElementContent[] {
  if (body === undefined) return []
  const { labels } = context
  const title = h('h4', { className: ['op-h'] }, [
    labels.body,
    ...(body.required ? [' ', h('span', { className: ['req'] }, labels.required)] : []),
  ])
  return [
    title,
    ...(body.description === undefined ? [] : context.renderProse(body.description)),
    ...contentsOf(body.contents, context),
  ]
}

/** The first media type in full; the others by name, with their schema only if it differs. */
function contentsOf(
  contents: NonNullable<ApiOperation['body']>['contents'],
  context: RenderContext,
): ElementContent[] {
  return contents.flatMap(({ mediaType, schema }, index) => {
    const isRepeated = index > 0 && JSON.stringify(schema) === JSON.stringify(contents[0]?.schema)
    const kind = h('p', { className: ['op-kind'] }, h('code', mediaType))
    return schema === undefined || isRepeated ? [kind] : [kind, ...partDetails(schema, context)]
  })
}

function responsesOf({ responses }: ApiOperation, context: RenderContext): ElementContent[] {
  if (responses.length === 0) return []
  const { labels } = context
  const items = responses.map(({ status, description, headers = [], contents }) => {
    const inner = [
      ...(headers.length === 0 ? [] : [heading(labels.headers), partsList(headers, context)]),
      ...contentsOf(contents, context),
    ]
    const prose = description === undefined ? [] : context.renderProse(description)
    const head = [statusOf(status)]
    if (inner.length === 0) return h('div', { className: ['op-status'] }, [h('p', head), ...prose])
    return h('details', { className: ['op-status'] }, [
      h('summary', [
        chevron(),
        ...head,
        h('span', { className: ['op-description'] }, firstLine(description)),
      ]),
      h('div', [...(isLong(description) ? prose : []), ...inner]),
    ])
  })
  return [heading(labels.responses), ...items]
}

const firstLine = (text = '') => (isLong(text) ? '' : text.trim())
/** Whether a description is too long to show next to the status. */
const isLong = (text = '') => text.length > 100 || /[\n*_`[<{]/.test(text.trim())

const statusOf = (status: string) =>
  h('span', { className: ['status', /^[123]/.test(status) ? 'ok' : 'no'] }, status)

const samplePanels = (operation: ApiOperation, context: RenderContext): Panel[] =>
  samplesOf(operation).map(({ title, language, code }) => ({
    title,
    content: [plainCode(code, language, context)],
  }))

const responsePanels = ({ responses }: ApiOperation, context: RenderContext): Panel[] =>
  responses.map(({ status, contents }) => {
    const content = contents.find(({ example }) => example !== undefined)
    const language = /json/i.test(content?.mediaType ?? '')
      ? 'json'
      : /xml/i.test(content?.mediaType ?? '')
        ? 'xml'
        : ''
    return {
      title: [statusOf(status)],
      content:
        content?.example === undefined
          ? [h('p', { className: ['op-empty'] }, context.labels.noBody)]
          : [plainCode(content.example, language, context)],
    }
  })
