import type { ApiOperation, SchemaPart } from '#contract/openapi-operations.ts'

/** A code sample that calls an operation. */
export interface ApiSample {
  title: string
  /** Language name for the highlighter. */
  language: string
  code: string
}

/** Languages that operations use in code blocks, to prepare the highlighter. */
export const sampleLanguages = ['shellscript', 'javascript', 'python', 'json', 'xml'] as const

interface Call {
  method: string
  url: string
  headers: [name: string, value: string][]
  body: { mediaType: string; text: string | undefined; fields: SchemaPart[] } | null
}

/** Code samples with curl, JavaScript and Python; for a webhook, what is received. */
export function samplesOf(operation: ApiOperation): ApiSample[] {
  if (operation.webhook) return payloadsOf(operation)
  const call = callOf(operation)
  return [
    { title: 'curl', language: 'shellscript', code: curl(call) },
    { title: 'JavaScript', language: 'javascript', code: javascript(call) },
    { title: 'Python', language: 'python', code: python(call) },
  ]
}

const payloadsOf = ({ body }: ApiOperation): ApiSample[] =>
  (body?.contents ?? []).flatMap(({ mediaType, example }) =>
    example === undefined
      ? []
      : [{ title: mediaType, language: /json/i.test(mediaType) ? 'json' : 'text', code: example }],
  )

function callOf({ method, path, server, parameters, security, body, responses }: ApiOperation): Call {
  const parametersIn = (location: string) =>
    parameters.filter(
      ({ in: where, part }) => where === location && (part.required || part.example !== undefined),
    )
  const samplePath = path.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const parameter = parameters.find(({ in: where, part }) => where === 'path' && part.name === name)
    return encodeURIComponent(parameter ? sampleValue(parameter.part) : name)
  })
  const query = new URLSearchParams(
    parametersIn('query').map(({ part }) => [part.name ?? '', sampleValue(part)]),
  )
  const headers: Call['headers'] = parametersIn('header').map(({ part }) => [
    part.name ?? '',
    sampleValue(part),
  ])
  for (const one of security) addCredentials(one, query, headers)
  const content = body?.contents.find(({ example }) => example !== undefined) ?? body?.contents[0]
  if (content && !isMultipart(content.mediaType)) headers.push(['Content-Type', content.mediaType])
  const accepted = responses.flatMap(({ contents }) => contents)[0]?.mediaType
  if (accepted !== undefined && accepted !== '*/*') headers.push(['Accept', accepted])
  const search = query.size === 0 ? '' : `?${query}`
  return {
    method: method.toUpperCase(),
    url: `${server ?? 'https://api.example.com'}${samplePath}${search}`,
    headers: headers.map(([name, value]) => [oneLine(name), oneLine(value)]),
    body: content
      ? {
          mediaType: content.mediaType,
          text: content.example,
          fields: content.schema?.properties ?? [],
        }
      : null,
  }
}

/** Adds placeholder credentials. */
function addCredentials(
  { kind, scheme, in: where, parameter }: ApiOperation['security'][number],
  query: URLSearchParams,
  headers: Call['headers'],
): void {
  if (kind === 'apiKey' && where === 'query') query.set(parameter ?? 'key', 'YOUR_KEY')
  else if (kind === 'apiKey' && where === 'cookie') headers.push(['Cookie', `${parameter}=YOUR_KEY`])
  else if (kind === 'apiKey') headers.push([parameter ?? 'X-Api-Key', 'YOUR_KEY'])
  else if (scheme?.toLowerCase() === 'basic') headers.push(['Authorization', 'Basic YOUR_CREDENTIALS'])
  else headers.push(['Authorization', 'Bearer YOUR_TOKEN'])
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const isMultipart = (mediaType: string) => /^multipart\//i.test(mediaType)
const isJson = (mediaType: string) => /[/+]json\b/i.test(mediaType)

/** A sample value for a parameter: its example, default or first allowed value, or one that fits its type. */
function sampleValue({
  example,
  default: defaultValue,
  values,
  types,
  format,
  name,
  items,
}: SchemaPart): string {
  const value = parseJsonOrText(example ?? defaultValue ?? values?.[0])
  if (Array.isArray(value)) return value.map(String).join(',')
  if (value !== undefined && value !== null)
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (items) return sampleValue({ ...items, name: items.name ?? name })
  if (types.includes('integer') || types.includes('number')) return '1'
  if (types.includes('boolean')) return 'true'
  if (format === 'uuid') return '3fa85f64-5717-4562-b3fc-2c963f66afa6'
  if (format === 'date') return '2026-01-31'
  return format === 'date-time' ? '2026-01-31T09:30:00Z' : (name ?? 'value')
}

function parseJsonOrText(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Examples may be plain text.
    return text
  }
}

/** Quotes a shell argument. */
const shellQuote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function curl({ method, url, headers, body }: Call): string {
  const lines = [`curl -X ${method} ${shellQuote(url)}`]
  for (const [name, value] of headers) lines.push(`-H ${shellQuote(`${name}: ${value}`)}`)
  if (body && isMultipart(body.mediaType)) {
    for (const field of body.fields) {
      const value = isFile(field) ? '@file' : sampleValue(field)
      lines.push(`-F ${shellQuote(`${field.name}=${value}`)}`)
    }
  } else if (body)
    lines.push(body.text === undefined ? "--data-binary '@body'" : `-d ${shellQuote(body.text)}`)
  return lines.join(' \\\n  ')
}

const isFile = ({ format }: SchemaPart) => format === 'binary'

function javascript({ method, url, headers, body }: Call): string {
  const form = body && isMultipart(body.mediaType) ? body.fields : []
  const before =
    body && isMultipart(body.mediaType)
      ? [
          'const body = new FormData()',
          ...form.map(
            (field) =>
              `body.append(${JSON.stringify(field.name)}, ${isFile(field) ? 'file' : JSON.stringify(sampleValue(field))})`,
          ),
          '',
        ]
      : []
  const headerLines = headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`)
  return [
    ...before,
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: ${JSON.stringify(method)},`,
    ...(headerLines.length === 0 ? [] : ['  headers: {', ...headerLines, '  },']),
    ...(body === null ? [] : [javascriptBody(body)]),
    '})',
  ].join('\n')
}

function javascriptBody({ mediaType, text }: NonNullable<Call['body']>): string {
  if (isMultipart(mediaType)) return '  body,'
  if (text === undefined) return '  body: file,'
  if (!isJson(mediaType) || parseJsonOrText(text) === text) return `  body: ${JSON.stringify(text)},`
  return `  body: JSON.stringify(${text.replaceAll('\n', '\n  ')}),`
}

function python({ method, url, headers, body }: Call): string {
  const headerLines = headers.map(
    ([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  )
  return [
    'import requests',
    '',
    'response = requests.request(',
    `    ${JSON.stringify(method)},`,
    `    ${JSON.stringify(url)},`,
    ...(headerLines.length === 0 ? [] : ['    headers={', ...headerLines, '    },']),
    ...(body === null ? [] : pythonBody(body)),
    ')',
  ].join('\n')
}

function pythonBody({ mediaType, text, fields }: NonNullable<Call['body']>): string[] {
  if (isMultipart(mediaType)) {
    const lines = fields.map((field) => {
      const value = isFile(field) ? 'open("file", "rb")' : `(None, ${JSON.stringify(sampleValue(field))})`
      return `        ${JSON.stringify(field.name)}: ${value},`
    })
    return ['    files={', ...lines, '    },']
  }
  if (text === undefined) return ['    data=open("body", "rb"),']
  const value = isJson(mediaType) ? parseJsonOrText(text) : text
  if (value === text) return [`    data=${JSON.stringify(text)},`]
  return [`    json=${pythonOf(value, '    ')},`]
}

/** A value as a Python literal. */
function pythonOf(value: unknown, indent: string): string {
  const inner = `${indent}    `
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    return `[\n${value.map((one) => `${inner}${pythonOf(one, inner)},\n`).join('')}${indent}]`
  }
  if (typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value)
  if (entries.length === 0) return '{}'
  const lines = entries.map(([name, one]) => `${inner}${JSON.stringify(name)}: ${pythonOf(one, inner)},\n`)
  return `{\n${lines.join('')}${indent}}`
}
