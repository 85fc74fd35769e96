import { DomainError } from '../errors.ts'
import { upstream } from '../importing/fetch.ts'
import { FLUSH, pktLine, pktLines } from './pkt-lines.ts'
import type { Remote } from './remote.ts'

/** The id of a branch that doesn't exist yet. */
export const NO_COMMIT = '0'.repeat(40)

type Push = {
  readonly branch: string
  /** The commit that the branch must be at; null if it must not exist. */
  readonly from: string | null
  readonly to: string
  readonly pack: Buffer
}

/** `moved`: the branch is no longer at `from`. `refused`: the server has another reason, such as a protected branch. */
export type PushResult =
  | { readonly result: 'pushed' | 'moved' }
  | { readonly result: 'refused'; readonly reason: string }

const SERVICE = 'git-receive-pack'

/**
 * Moves a branch forward. The server compares the branch with `from` while it holds its lock, so that a commit that arrived
 * in the meantime is never overwritten.
 * @throws {DomainError} `upstream`
 */
export async function pushPack(remote: Remote, { branch, from, to, pack }: Push): Promise<PushResult> {
  const ref = `refs/heads/${branch}`
  const old = from ?? NO_COMMIT
  const { refs, capabilities } = await advertised(remote)
  if ((refs.get(ref) ?? NO_COMMIT) !== old) return { result: 'moved' }
  if (!capabilities.includes('report-status'))
    throw upstream(remote.address, 'it doesn’t report whether a push succeeded')
  const command = pktLine(`${old} ${to} ${ref}\0 report-status agent=lectern`)
  const report = await send(remote, 'POST', `/${SERVICE}`, Buffer.concat([command, FLUSH, pack]))
  const answer = resultIn(report, ref)
  if (answer.result !== 'refused') return answer
  // Servers have many words for a branch that moved between the two requests.
  const now = await advertised(remote)
  return (now.refs.get(ref) ?? NO_COMMIT) === old ? answer : { result: 'moved' }
}

const advertised = async (remote: Remote) =>
  refsIn(await send(remote, 'GET', `/info/refs?service=${SERVICE}`))

function refsIn(advertisement: Buffer): {
  readonly refs: ReadonlyMap<string, string>
  readonly capabilities: readonly string[]
} {
  const refs = new Map<string, string>()
  let capabilities: readonly string[] = []
  for (const line of pktLines(advertisement)) {
    if (line.startsWith('#')) continue
    const [named = '', offered] = line.split('\0')
    if (offered !== undefined) capabilities = offered.trim().split(' ')
    const [oid = '', name = ''] = named.split(' ')
    refs.set(name, oid)
  }
  return { refs, capabilities }
}

function resultIn(report: Buffer, ref: string): PushResult {
  const lines = [...pktLines(report)]
  const unpacked = lines.find((line) => line.startsWith('unpack '))
  if (unpacked !== 'unpack ok') return refused(unpacked?.slice('unpack '.length) ?? 'it gave no reason')
  if (lines.includes(`ok ${ref}`)) return { result: 'pushed' }
  const reason = lines.find((line) => line.startsWith(`ng ${ref} `))?.slice(`ng ${ref} `.length)
  return refused(reason ?? 'it gave no reason')
}

const refused = (reason: string): PushResult => ({ result: 'refused', reason: reason.slice(0, 300) })

async function send(remote: Remote, method: 'GET' | 'POST', path: string, body?: Buffer): Promise<Buffer> {
  const { http, url, credentials, address } = remote
  const answer = await http.request({
    url: url + path,
    method,
    headers: {
      ...(credentials === undefined ? {} : { authorization: basicAuth(credentials) }),
      ...(method === 'POST' ? { 'content-type': `application/x-${SERVICE}-request` } : {}),
    },
    ...(body === undefined ? {} : { body: onceOf(body) }),
  })
  if (answer.statusCode !== 200) throw refusal(address, answer.statusCode)
  const chunks: Uint8Array[] = []
  for await (const chunk of answer.body ?? []) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const refusal = (address: string, status: number): DomainError =>
  status === 401 || status === 403
    ? new DomainError('upstream', `The credentials don’t allow pushing to ${address}`)
    : upstream(address, `it responded with ${status}`)

async function* onceOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

const basicAuth = ({ username, password }: NonNullable<Remote['credentials']>): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
