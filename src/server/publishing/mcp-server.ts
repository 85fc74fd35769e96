import {
  type CallToolResult,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { version } from '../version.ts'
import { siteTitleOf } from './customization.ts'
import { type FoundPage, type ListedPage, listPages, readPage, searchPages } from './mcp-tools.ts'
import { MAX_QUERY_LENGTH } from './search-pages.ts'
import type { Visit } from './visit.ts'

const MAX_ADDRESS_LENGTH = 4_096
const MAX_POSITION = 10_000_000

const position = z.number().int().min(0).max(MAX_POSITION).default(0)
const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false }

const pageFields = { title: z.string(), url: z.string(), breadcrumbs: z.array(z.string()) }

/** Called with errors of the service, which clients get no details of. */
type ReportError = (error: unknown) => void

/** A server of the Model Context Protocol for one request of a visitor who was admitted to a site. */
export function newMcpServer(visit: Visit, report: ReportError): McpServer {
  const title = siteTitleOf(visit)
  const server = new McpServer(
    { name: 'lectern', title, version },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: `The documentation “${title}”. Use search to find pages, list_pages for all of them, and read_page for the text of a page in Markdown.`,
    },
  )
  addSearch(server, visit, report)
  addList(server, visit, report)
  addRead(server, visit, report)
  addResources(server, visit, report)
  return server
}

function addSearch(server: McpServer, visit: Visit, report: ReportError): void {
  server.registerTool(
    'search',
    {
      title: 'Search pages',
      description: `Searches the text of all pages of “${siteTitleOf(visit)}”. Returns up to 20 pages, best first, with the parts that match.`,
      inputSchema: z.object({
        query: z.string().trim().min(1).max(MAX_QUERY_LENGTH).describe('What to search for'),
      }),
      outputSchema: z.object({ pages: z.array(z.object({ ...pageFields, excerpts: z.array(z.string()) })) }),
      annotations,
    },
    ({ query }) =>
      resultOf(report, async () => {
        const pages = await searchPages(visit, query)
        return { text: textOf(pages.map(lineOfMatch), `No results for “${query}”.`), data: { pages } }
      }),
  )
}

function addList(server: McpServer, visit: Visit, report: ReportError): void {
  server.registerTool(
    'list_pages',
    {
      title: 'List pages',
      description: 'Lists the pages in reading order, 200 per call. `next` is the position of the next part.',
      inputSchema: z.object({ from: position.describe('The position to start at, counted from 0') }),
      outputSchema: z.object({
        pages: z.array(z.object({ ...pageFields, description: z.string().optional() })),
        next: z.number().optional(),
      }),
      annotations,
    },
    ({ from }) =>
      resultOf(report, async () => {
        const list = await listPages(visit, from)
        const lines = list.pages.map(lineOfPage)
        if (list.next !== undefined) lines.push(`More pages: call again with from ${list.next}.`)
        return { text: textOf(lines, 'There are no pages.'), data: { ...list } }
      }),
  )
}

function addRead(server: McpServer, visit: Visit, report: ReportError): void {
  server.registerTool(
    'read_page',
    {
      title: 'Read a page',
      description:
        'Returns the text of a page in Markdown. For a long page, `next` is the character at which the next part starts.',
      inputSchema: z.object({
        page: z.string().max(MAX_ADDRESS_LENGTH).describe('URL of the page, or its path on the site'),
        from: position.describe('The character to start at'),
      }),
      outputSchema: z.object({
        title: z.string(),
        url: z.string(),
        markdown: z.string(),
        next: z.number().optional(),
      }),
      annotations,
    },
    ({ page, from }) =>
      resultOf(report, async () => {
        const text = await readPage(visit, page, from)
        return text && { text: text.markdown, data: { ...text } }
      }),
  )
}

/** The same pages as resources, whose URIs are the URLs of the pages. */
function addResources({ server }: McpServer, visit: Visit, report: ReportError): void {
  server.setRequestHandler('resources/list', async ({ params }) => {
    const from = position.safeParse(Number(params?.cursor ?? 0))
    if (!from.success)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not from this list')
    const { pages, next } = await safely(report, () => listPages(visit, from.data))
    return {
      resources: pages.map(({ title, url, description }) => ({
        uri: url,
        name: title,
        mimeType: 'text/markdown',
        ...(description === undefined ? {} : { description }),
      })),
      ...(next === undefined ? {} : { nextCursor: String(next) }),
    }
  })
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const text =
      uri.length > MAX_ADDRESS_LENGTH ? undefined : await safely(report, () => readPage(visit, uri, 0))
    if (text === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Page not found')
    return { contents: [{ uri, mimeType: 'text/markdown', text: text.markdown }] }
  })
}

type ToolResult = { readonly text: string; readonly data: Record<string, unknown> }

/** The result of a tool; undefined means that there is no such page. */
async function resultOf(
  report: ReportError,
  run: () => Promise<ToolResult | undefined>,
): Promise<CallToolResult> {
  const result = await safely(report, run)
  if (result === undefined) {
    const text = 'This page doesn’t exist. Use search or list_pages to find its URL.'
    return { content: [{ type: 'text', text }], isError: true }
  }
  return { content: [{ type: 'text', text: result.text }], structuredContent: result.data }
}

async function safely<T>(report: ReportError, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    report(error)
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Something went wrong on the server. Try again')
  }
}

const textOf = (lines: readonly string[], none: string): string =>
  lines.length === 0 ? none : lines.join('\n')

const lineOfPage = ({ title, url, description }: ListedPage): string =>
  `- [${title}](${url})${description ? `: ${description}` : ''}`

const lineOfMatch = ({ title, url, breadcrumbs, excerpts }: FoundPage): string =>
  [`- [${title}](${url})${breadcrumbs.length > 0 ? ` (${breadcrumbs.join(' / ')})` : ''}`, ...excerpts].join(
    '\n  ',
  )
