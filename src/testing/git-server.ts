import { execFile, spawn } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const identity = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
}

const git = (folder: string, ...args: string[]) =>
  run('git', args, { cwd: folder, env: { ...process.env, ...identity } })

export type Files = Readonly<Record<string, string | Uint8Array>>

/** Creates a repository with one commit on `main` and one per branch in an empty folder, and returns the folder. */
export async function gitRepository(
  folder: string,
  files: Files,
  branches: Readonly<Record<string, Files>> = {},
): Promise<string> {
  await git(folder, 'init', '-q', '-b', 'main')
  await commitFiles(folder, files)
  for (const [branch, more] of Object.entries(branches)) {
    await git(folder, 'checkout', '-q', '-b', branch)
    await commitFiles(folder, more)
    await git(folder, 'checkout', '-q', 'main')
  }
  return folder
}

/** Lets a repository receive pushes, which don't update its files: a race would leave them half updated. */
export async function acceptPushes(folder: string): Promise<void> {
  await git(folder, 'config', 'http.receivepack', 'true')
  await git(folder, 'config', 'receive.denyCurrentBranch', 'ignore')
}

/** Commits changed files on the current branch; null deletes one. Returns the commit. */
export async function commitOn(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array | null>>,
  message = 'Pages',
): Promise<string> {
  await git(folder, 'reset', '-q', '--hard')
  for (const [path, content] of Object.entries(files)) if (content === null) await rm(join(folder, path))
  const written = Object.entries(files).filter((one): one is [string, string | Uint8Array] => one[1] !== null)
  await commitFiles(folder, Object.fromEntries(written), message)
  return (await gitOutput(folder, 'rev-parse', 'HEAD')).trim()
}

/** What the git program prints. */
export const gitOutput = async (folder: string, ...args: string[]): Promise<string> =>
  (await git(folder, ...args)).stdout

async function commitFiles(folder: string, files: Files, message = 'Pages'): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  await git(folder, 'add', '-A', '-f')
  await git(folder, 'commit', '-q', '-m', message, '--allow-empty')
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

type Options = {
  /** The required `user:password`. */
  readonly credentials?: string
  /** Whether the server sends parts of a commit, as public hosts do. */
  readonly isPartial?: boolean
  /** Called before each request is handled; returns true if it sent the response. */
  readonly before?: (request: Exchange) => boolean | Promise<boolean>
}

export type GitServer = { readonly url: string; readonly close: () => void; readonly server: Server }

/** Serves one repository over HTTP with the git program. */
export async function gitServer(
  folder: string,
  { credentials, before, isPartial = false }: Options = {},
): Promise<GitServer> {
  const expectedHeader = credentials === undefined ? null : `Basic ${btoa(credentials)}`
  if (isPartial) await git(folder, 'config', 'uploadpack.allowFilter', 'true')
  const handle = async ({ request, response }: Exchange): Promise<void> => {
    if (before !== undefined && (await before({ request, response }))) return
    if (expectedHeader !== null && request.headers.authorization !== expectedHeader) {
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
    }
    backend(folder, { request, response }, isPartial ? request.headers['git-protocol'] : undefined)
  }
  const server = createServer((request, response) => {
    handle({ request, response }).catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/repository.git`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
    server,
  }
}

/** Handles a request with `git http-backend` over CGI. */
function backend(
  folder: string,
  { request, response }: Exchange,
  protocol: string | string[] | undefined,
): void {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const child = spawn('git', ['http-backend'], {
    env: {
      ...process.env,
      ...identity,
      GIT_PROJECT_ROOT: join(folder, '.git'),
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname.replace(/^\/repository\.git/, ''),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      CONTENT_LENGTH: request.headers['content-length'] ?? '',
      GIT_PROTOCOL: String(protocol ?? ''),
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.on('error', () => response.destroy())
  // The program may end before it has read the request, and a client that is stopped breaks it off.
  child.stdin.on('error', () => undefined)
  response.on('close', () => child.kill())
  request.pipe(child.stdin)
  let head = Buffer.alloc(0)
  child.stdout.on('data', (chunk: Buffer) => {
    if (response.headersSent) return void response.write(chunk)
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end === -1) return
    const lines = head.toString('latin1', 0, end).split('\r\n')
    const headers = lines.map((line) => line.split(/:\s*/, 2) as [string, string])
    const status = headers.find(([name]) => name.toLowerCase() === 'status')?.[1]
    response.writeHead(Number.parseInt(status ?? '200', 10), Object.fromEntries(headers))
    response.write(head.subarray(end + 4))
  })
  child.stdout.on('end', () => response.end())
}
