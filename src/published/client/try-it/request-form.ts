import type { ApiRequest, ApiRequestField, ApiRequestSecurity } from '#markup/api-request.ts'
import { createElement } from '../dom.ts'

/** A request as the form describes it. */
export type FilledRequest = {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: BodyInit | null
}

export type RequestForm = {
  readonly element: HTMLFormElement
  readonly server: () => string
  readonly read: () => FilledRequest
}

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Filled = { readonly field: ApiRequestField; readonly input: Input }

/** Credentials by scheme, until the page is left. They are never stored. */
const credentials = new Map<string, string>()

/** The fields of a request: its server, credentials, parameters and body. */
export function requestForm(request: ApiRequest, id: string): RequestForm {
  const { labels, parameters, security, body } = request
  const element = document.createElement('form')
  element.className = 'try'
  element.id = id
  element.autocomplete = 'off'
  let count = 0
  const add = (group: HTMLElement, label: string, input: Input, required = false): void => {
    input.id = `${id}-${++count}`
    const name = document.createElement('label')
    name.htmlFor = input.id
    name.append(label)
    if (required) name.append(' ', createElement('span', 'req', labels.required))
    group.append(createElement('div', 'try-field', name, input))
  }
  const group = (title: string): HTMLElement => {
    const set = createElement('fieldset', 'try-group', createElement('legend', '', title))
    element.append(set)
    return set
  }

  const server = choiceOf(request.servers)
  add(element, labels.server, server)

  const secretsOf = security.some((schemes) => schemes.length > 0)
    ? authorization(security, labels, group(labels.authorization), add)
    : () => []
  const titles = { path: labels.pathParameters, query: labels.queryParameters, header: labels.headers }
  const filled: Filled[] = []
  for (const place of ['path', 'query', 'header'] as const) {
    const fields = parameters.filter((field) => field.in === place)
    const set = fields.length > 0 ? group(titles[place]) : undefined
    for (const field of fields) {
      const input = inputOf(field)
      input.required = field.required === true
      if (set) add(set, field.name, input, field.required)
      filled.push({ field, input })
    }
  }
  const bodyInputs = body ? bodyFields(body, group(labels.body), add) : null

  return {
    element,
    server: () => server.value,
    read: () => {
      const query = new URLSearchParams()
      const headers: [string, string][] = []
      for (const secret of secretsOf()) secret(query, headers)
      for (const { field, input } of filled) {
        if (input.value === '') continue
        if (field.in === 'header') headers.push([field.name, input.value])
        if (field.in === 'query')
          for (const value of field.type === 'list' ? input.value.split(',') : [input.value])
            query.append(field.name, value.trim())
      }
      const path = request.path.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
        const one = filled.find(({ field }) => field.in === 'path' && field.name === name)
        return one ? encodeURIComponent(one.input.value) : whole
      })
      const content = bodyInputs?.() ?? null
      if (typeof content === 'string' && body) headers.push(['Content-Type', body.mediaType])
      const search = query.size === 0 ? '' : `?${query}`
      return { method: request.method, url: `${server.value}${path}${search}`, headers, body: content }
    },
  }
}

type Add = (group: HTMLElement, label: string, input: Input, required?: boolean) => void
type Secret = (query: URLSearchParams, headers: [string, string][]) => void

/** The credentials of an authorization, which readers choose if there are several. */
function authorization(
  alternatives: readonly (readonly ApiRequestSecurity[])[],
  labels: ApiRequest['labels'],
  group: HTMLElement,
  add: Add,
): () => readonly Secret[] {
  const fields = createElement('div', 'try-credentials')
  let secrets: readonly Secret[] = []
  const show = (chosen: number): void => {
    fields.replaceChildren()
    secrets = secretInputs(alternatives[chosen] ?? [], labels, fields, add)
  }
  if (alternatives.length > 1) {
    const choice = document.createElement('select')
    for (const [index, schemes] of alternatives.entries())
      choice.append(
        new Option(schemes.map(({ name }) => name).join(' + ') || labels.noAuthorization, `${index}`),
      )
    choice.addEventListener('change', () => show(Number(choice.value)))
    add(group, labels.authorization, choice)
  }
  group.append(fields)
  show(0)
  return () => secrets
}

function secretInputs(
  security: readonly ApiRequestSecurity[],
  labels: ApiRequest['labels'],
  group: HTMLElement,
  add: Add,
): Secret[] {
  const secret = (key: string, type: string): HTMLInputElement => {
    const input = document.createElement('input')
    input.type = type
    input.autocomplete = 'off'
    input.value = credentials.get(key) ?? ''
    input.addEventListener('input', () => credentials.set(key, input.value))
    return input
  }
  return security.map(({ name, kind, parameter }): Secret => {
    if (kind === 'basic') {
      const [user, password] = [secret(`${name} user`, 'text'), secret(name, 'password')]
      add(group, labels.username, user)
      add(group, labels.password, password)
      return (_, headers) => {
        const pair = new TextEncoder().encode(`${user.value}:${password.value}`)
        if (user.value !== '') headers.push(['Authorization', `Basic ${btoa(String.fromCharCode(...pair))}`])
      }
    }
    const input = secret(name, 'password')
    add(group, kind === 'bearer' ? `${name} (Bearer)` : `${name} (${parameter})`, input)
    return (query, headers) => {
      if (input.value === '') return
      if (kind === 'query') query.set(parameter, input.value)
      else headers.push([parameter, kind === 'bearer' ? `Bearer ${input.value}` : input.value])
    }
  })
}

/** Reads the body; null if it is empty. */
function bodyFields(
  body: NonNullable<ApiRequest['body']>,
  group: HTMLElement,
  add: Add,
): () => BodyInit | null {
  if (body.fields) {
    const inputs = body.fields.map((field) => {
      const input = inputOf(field)
      add(group, field.name, input, field.required)
      return { field, input }
    })
    return () => {
      const data = new FormData()
      for (const { field, input } of inputs) {
        const file = input instanceof HTMLInputElement ? input.files?.[0] : undefined
        if (file) data.append(field.name, file)
        else if (input.value !== '') data.append(field.name, input.value)
      }
      return data
    }
  }
  const input = document.createElement('textarea')
  input.value = body.text
  input.rows = Math.min(16, Math.max(4, body.text.split('\n').length))
  input.spellcheck = false
  add(group, body.mediaType, input, body.required)
  return () => (input.value.trim() === '' ? null : input.value)
}

function inputOf({
  values,
  value = '',
  required,
  type,
}: ApiRequestField): HTMLInputElement | HTMLSelectElement {
  if (values) {
    const select = choiceOf(required ? values : ['', ...values])
    if (values.includes(value)) select.value = value
    return select
  }
  const input = document.createElement('input')
  input.type = type === 'file' ? 'file' : 'text'
  if (type === 'number') input.inputMode = 'decimal'
  if (type !== 'file' && required) input.value = value
  else if (type !== 'file') input.placeholder = value
  return input
}

function choiceOf(values: readonly string[]): HTMLSelectElement {
  const select = document.createElement('select')
  for (const value of values) select.append(new Option(value, value))
  return select
}
